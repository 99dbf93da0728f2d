"""The arena: bots play against each other until it is clear who is better, and how sure that is.

A *board* is one deal that everyone gets to play: every line-up sits down to it in all rotations of its seats, so that
the luck of the deal falls on each alike. What is left is skill, and the luck of what is decided by chance; how much
of that there is, the differences between boards tell (`elfer.arena.figures`).
"""
