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

# A folder is its rank's, whatever becomes of its name.
cat >gone.c <<'C'
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  char name[] = "f0", folder[4096];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  name[1] += rank;
  if (mkdir(name, 0777)) return 1;
  int fd = open(name, O_RDONLY);
  if (rank < 2 && chdir(name)) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) rmdir("f0"), rename("f1", "moved"), rmdir("f2");
  if (rank == 2 && fchdir(fd)) perror("fchdir");
  MPI_Barrier(MPI_COMM_WORLD);
  int made = open("file", O_CREAT | O_WRONLY, 0666);
  printf("%d %s %s\n", rank, made < 0 ? strerror(errno) : "a file",
         getcwd(folder, 4096) ? strrchr(folder, '/') : strerror(errno));
  MPI_Finalize();
  return 0;
}
C
"$ORIELCC" -o gone gone.c
expect_exit 0 "$ORIELRUN" --json gone.json -q -np 3 ./gone
expect_file out '0 No such file or directory No such file or directory
1 a file /moved
2 No such file or directory No such file or directory'
[ -f moved/file ] && [ -s gone.json ] || complain "the files are elsewhere"
