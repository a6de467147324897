"""Maps of battles as Tiled (mapeditor.org) paints them: hexagonal maps, .tmj and .tmx.

`facts` says what a map holds that can be painted, `document` and `tmx` write it for Tiled, `reader` reads it
back, and `changes` writes into the files of a battle what has become different. Draws nothing.
"""
