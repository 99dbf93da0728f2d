"""Environments: the games as the tools of others for learning and search expect them.

`elfer.envs.pettingzoo` needs the extra `pettingzoo`, `elfer.envs.openspiel` the extra `openspiel`. What both share,
who is asked next and what the number of an action does, is in `elfer.envs.turns` and needs neither.
"""
