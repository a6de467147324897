"""Fire and protection (DC-FIR, DC-PRO)."""
