"""The server: tables over HTTP and WebSockets that never lose a card.

A match is an append-only log (`log`); what stands on the table is a replay of it (`sitting`). `house` keeps the rooms
of this process and is the only place that writes; `storage` makes it durable and `hub` tells other processes.
"""
