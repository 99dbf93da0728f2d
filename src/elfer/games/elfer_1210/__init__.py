"""`elfer-1210`: Elfer raus! as in the old booklet (rule 1). The shared row rules are just these."""

from elfer.games.rows import RowGame


class Elfer1210(RowGame):
    id = "elfer-1210"
