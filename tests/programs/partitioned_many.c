/* MPI_Parrived looks at the parts that its partition is made of, not at all of
 * the message; also where the sides cut it differently.
 *
 * run: np=2 limit=5
 * stdout: ok
 */
#include "check.h"

enum { PARTS = 100000, EACH = 3 };

static void receive(int *buffer, int parts, int each)
{
  MPI_Request r;
  MPI_Precv_init(buffer, parts, each, MPI_INT, 0, 1, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r);
  MPI_Start(&r);
  for (int i = parts - 1; i >= 0; i--) {
    for (int flag = 0; !flag;)
      MPI_Parrived(r, i, &flag);
    CHECK(buffer[i * each] == i * each);
    CHECK(buffer[i * each + each - 1] == i * each + each - 1);
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Request_free(&r);
}

int main(int argc, char **argv)
{
  MPI_Request r;
  MPI_Init(&argc, &argv);
  int *buffer = calloc(PARTS, EACH * sizeof *buffer);
  for (int finer = 0; finer < 2; finer++) {
    if (world_rank() == 1) {
      memset(buffer, -1, PARTS * EACH * sizeof *buffer);
      receive(buffer, finer ? EACH * PARTS : PARTS, finer ? 1 : EACH);
      continue;
    }
    for (int i = 0; i < PARTS * EACH; i++)
      buffer[i] = i;
    MPI_Psend_init(buffer, PARTS, EACH, MPI_INT, 1, 1, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &r);
    MPI_Start(&r);
    for (int i = PARTS - 1; i >= 0; i--)
      MPI_Pready(i, r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
  }
  free(buffer);
  int code = report();
  MPI_Finalize();
  return code;
}
