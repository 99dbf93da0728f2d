"""Kernels of games, compiled: random play at tens of millions of decisions a second (docs/fast.md).

Needs Numba and NumPy (`pip install 'elfer[fast]'`); nothing else in the package does.
"""

from elfer.fast.compiling import NotInstalled, compiled, needed
from elfer.fast.kernels import Kernel, NoKernel
from elfer.fast.simulation import Tally, simulate

__all__ = ["Kernel", "NoKernel", "NotInstalled", "Tally", "compiled", "needed", "simulate"]
