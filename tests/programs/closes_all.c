/* A rank that closes descriptors of others is told so.
 *
 * mpich: no (there each rank has its own)
 * run: np=3 exit=124
 * stderr: a rank may close no descriptors but its own
 */
#define _GNU_SOURCE
#include "check.h"

#include <unistd.h>

int calls; /* so that each rank has an image of its own */

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  calls++;
  closefrom(3);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
