# Each rank has a working directory of its own; Oriel's files are where the run
# began.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'C'
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int rank;

static void say(const char *what)
{
  char folder[4096];
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%s %d %s\n", what, rank, strrchr(getcwd(folder, 4096), '/'));
}

int main(int argc, char **argv)
{
  char name[32], text[32] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "d%d", rank);
  if (mkdir(name, 0777)) perror("mkdir");
  if (rank != 2 && chdir(name)) perror("chdir");
  say("moved");
  FILE *f = fopen("own", "w");
  fprintf(f, "%d", rank);
  fclose(f);
  MPI_Barrier(MPI_COMM_WORLD);
  f = fopen("own", "r");
  if (atoi(fgets(text, sizeof text, f)) != rank) puts("another rank's file");
  fclose(f);
  int parent = open("..", O_RDONLY);
  if (rank == 1 && fchdir(parent)) perror("fchdir");
  if (rank == 0 && chdir("nowhere") == 0) puts("there is no such folder");
  say("back");
  MPI_Finalize();
  return 0;
}
C
"$ORIELCC" -o p p.c
mkdir work
cd work
expect_exit 0 "$ORIELRUN" --json r.json -q -np 3 ../p
expect_file out 'moved 0 /d0
moved 1 /d1
moved 2 /work
back 0 /d0
back 1 /work
back 2 /work'
[ -s r.json ] || complain "the summary is elsewhere"
[ "$(cat d0/own d1/own own)" = 012 ] || complain "the files of ranks are mixed"

# A folder that is gone when its rank goes on ends the run.
cat >gone.c <<'C'
#include <mpi.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && (mkdir("f", 0777) || chdir("f"))) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) rmdir("f");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
C
"$ORIELCC" -o gone gone.c
expect_exit 125 "$ORIELRUN" -q -np 2 ./gone
expect_text err "/f of a rank: No such file or directory"
