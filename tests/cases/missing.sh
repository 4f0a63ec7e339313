# --missing lists what a program needs of MPI and Oriel lacks or refuses;
# nothing runs.
. "$ROOT/tests/cases/lib.sh"

cat >whole.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  puts("runs");
  PMPI_Finalize();
  return 0;
}
END
cat >lacks.c <<'END'
#include <mpi.h>
__attribute__((weak)) int MPI_Comm_hover(MPI_Comm);
__attribute__((weak)) int PMPI_Comm_land(MPI_Comm);
int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (MPI_Comm_hover) MPI_Comm_hover(MPI_COMM_WORLD);
  if (argc > 9) MPI_Close_port("");
  if (PMPI_Comm_land) PMPI_Comm_land(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
END
"$ORIELCC" -o whole whole.c
"$ORIELCC" -o lacks lacks.c
expect_exit 0 "$ORIELRUN" --missing ./whole
expect_file out "nothing is missing"
expect_exit 0 "$ORIELRUN" --missing ./whole : ./lacks
expect_file out "MPI_Close_port
MPI_Comm_hover
PMPI_Comm_land"
