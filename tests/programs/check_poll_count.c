/* The same loops, when they tell their accesses.
 *
 * build: --check
 * mpich: no (built for the checker)
 * run: np=2 options="--check=warn" args="local"
 * run: np=2 options="--check=warn" args="global"
 * run: np=2 options="--check=warn" args="function"
 * run: np=2 options="--check=warn" args="floating"
 * run: np=2 options="--check=warn" args="toggle"
 * run: np=2 options="--check=warn" args="random"
 * run: np=2 options="--check=warn" args="copy"
 * run: np=2 options="--check=warn" args="compare"
 * stdout: ok
 * stderr: Polling by loads needs the unified memory model
 */
#include "poll_count.c"
