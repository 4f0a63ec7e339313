/* The same loops, when they tell their accesses.
 *
 * build: --check
 * mpich: no (built for the checker)
 * run: np=2 options="--check=warn" args="local"
 * run: np=2 options="--check=warn" args="global"
 * run: np=2 options="--check=warn" args="function"
 * stdout: ok
 * stderr: Polling by loads needs the unified memory model
 */
#include "poll_count.c"
