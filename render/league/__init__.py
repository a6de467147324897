"""Pictures of tournaments and results: tables, brackets, cross-tables, podiums, charts of lines.

Made only of words and numbers from the caller: no view, no rule, no sentence, nothing of `league/`. All are
WIDE pixels wide, twice a phone, and as high as they need; `draw_league` draws any of them.
"""
