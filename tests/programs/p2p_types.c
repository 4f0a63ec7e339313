/* Messages between different datatypes of one signature: a column becomes a
 * row, a struct arrives as its parts packed.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"
#include <stddef.h>

struct particle {
  char kind;
  double x[3];
  int id;
};

int main(int argc, char **argv)
{
  enum { N = 200 };
  static double matrix[N][N], row[N];
  static struct particle p[N], q[N];
  MPI_Datatype column, particle, packed;
  MPI_Init(&argc, &argv);
  MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  int lengths[] = {1, 3, 1};
  MPI_Aint at[] = {offsetof(struct particle, kind),
                   offsetof(struct particle, x), offsetof(struct particle, id)};
  MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Type_create_struct(3, lengths, at, types, &packed);
  MPI_Type_create_resized(packed, 0, sizeof(struct particle), &particle);
  MPI_Type_commit(&particle);
  MPI_Status s;
  int count;
  if (world_rank() == 0) {
    for (int i = 0; i < N; i++) {
      matrix[i][3] = i + 0.5;
      p[i] = (struct particle){'a' + i % 26, {i, 2 * i, 3 * i}, -i};
    }
    MPI_Send(&matrix[0][3], 1, column, 1, 0, MPI_COMM_WORLD);
    MPI_Send(p, N, particle, 1, 1, MPI_COMM_WORLD);
    MPI_Send(p, 3, particle, 1, 2, MPI_COMM_WORLD);
  } else {
    MPI_Recv(row, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &s);
    for (int i = 0; i < N; i++)
      SAME(row[i], i + 0.5);
    MPI_Recv(q, N, particle, 0, 1, MPI_COMM_WORLD, &s);
    for (int i = 0; i < N; i++)
      CHECK(q[i].kind == 'a' + i % 26 && q[i].x[2] == 3 * i && q[i].id == -i);
    MPI_Recv(q, N, particle, 0, 2, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, particle, &count);
    SAME(count, 3);
    MPI_Get_elements(&s, particle, &count);
    SAME(count, 15);
  }
  MPI_Type_free(&packed);
  MPI_Type_free(&particle);
  MPI_Type_free(&column);
  int code = report();
  MPI_Finalize();
  return code;
}
