/* The same loops, when they tell their accesses.
 *
 * build: --check
 * mpich: no (built for the checker)
 * run: np=3 args="add" options="--ppn 3 --check=warn" twice=1
 * run: np=3 args="store" options="--ppn 3 --check=warn" twice=1
 * run: np=3 args="wide" options="--ppn 3 --check=warn" twice=1
 * run: np=3 args="differ" options="--ppn 3 --check=warn" twice=1
 * stdout: ok
 */
#include "spin_ticket.c"
