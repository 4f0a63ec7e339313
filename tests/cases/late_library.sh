# Libraries that a program opens while it runs: private to the rank, as those
# are that it is linked with.
. "$ROOT/tests/cases/lib.sh"

cat >deep.c <<'END'
#include <stdio.h>
static int calls;
__attribute__((constructor)) static void first(void) { calls = 10; }
__attribute__((destructor)) static void last(void) { printf("deep %d\n", calls); }
int deep(void) { return ++calls; }
END
cat >plug.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>
extern "C" int deep(void);
extern int of_program;
int counter;
int *const where = &of_program;
struct life {
  life() { *where += 100; }
  ~life() { printf("plug %d\n", counter); }
} static const life;
extern "C" int bump(int n)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < n; i++) counter += rank + 1;
  return counter + 1000 * deep() + of_program;
}
extern "C" int thrown(void)
{
  try { throw std::runtime_error("x"); } catch (std::exception &) { return 7; }
}
extern "C" void wrong(MPI_Win win)
{
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, 0, 9, 1, MPI_INT, win);
}
extern "C" const char *environment(void) { return getenv("MINE"); }
END
cat >program.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int of_program;
int twice(int x) { return 2 * x; }
static int wrapped;
int MPI_Barrier(MPI_Comm comm)
{
  int (*next)(MPI_Comm);
  *(void **)&next = dlsym(RTLD_NEXT, "MPI_Barrier");
  wrapped++;
  return next(comm);
}
static void *in(void *handle, const char *name)
{
  void *p = dlsym(handle, name);
  if (!p) puts(dlerror());
  return p;
}
int main(int argc, char **argv)
{
  int rank;
  Dl_info info;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  of_program = rank;
  if (argc > 1 && !dlopen(argv[1], RTLD_NOW)) return puts(dlerror()), 3;
  setenv("MINE", rank ? "one" : "none", 1);
  void *plug = dlopen("./libplug.so", RTLD_NOW | RTLD_LOCAL);
  if (!plug) return puts(dlerror()), 3;
  int (*bump)(int) = in(plug, "bump"), (*thrown)(void) = in(plug, "thrown");
  int (*below)(void) = in(plug, "deep"), (*own)(int) = in(dlopen(0, 1), "twice");
  const char *(*environment)(void) = in(plug, "environment");
  int a = bump(1);
  MPI_Barrier(MPI_COMM_WORLD);
  int b = bump(2), again = plug == dlopen("./libplug.so", RTLD_NOW);
  dladdr((void *)bump, &info);
  printf("%d: %d %d %d %d %d %d %s %d %s %s\n", rank, a, b, thrown(), below(),
         own(21), again, environment(), wrapped,
         strrchr(info.dli_fname, '/'), info.dli_sname);
  if (dlsym(RTLD_DEFAULT, "bump")) puts("local symbols are seen by all");
  if (dlsym(RTLD_DEFAULT, "twice") != (void *)twice) puts("not found");
  if (dlsym(plug, "MPI_Put") != (void *)MPI_Put) puts("another MPI");
  if (dlsym(dlopen("libm.so.6", RTLD_NOW), "cos") == NULL) puts("no cos");
  if (dlsym(dlopen("libc.so.6", RTLD_NOW), "exit") != (void *)exit) puts("exit");
  if (dlsym(plug, "no_such")) puts("what is this?");
  if (!strstr(dlerror(), "undefined symbol: no_such") || dlerror()) puts("error");
  if (dlclose(plug)) puts("close");
  MPI_Win_create(&rank, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (argc > 2) ((void (*)(MPI_Win))in(plug, "wrong"))(win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
END
"$ORIELCC" -shared -fPIC -o libdeep.so deep.c
"$ORIELCXX" -g -shared -fPIC -o libplug.so plug.cc -L. -ldeep -Wl,-rpath,'$ORIGIN'
"$ORIELCC" -rdynamic -o program program.c
expect_exit 0 "$ORIELRUN" -np 3 --quiet ./program
grep : out >lines
expect_file lines '0: 11101 12103 7 13 42 1 none 1 /libplug.so bump
1: 11103 12107 7 13 42 1 one 1 /libplug.so bump
2: 11105 12111 7 13 42 1 one 1 /libplug.so bump'
grep -v : out | sort >ends
expect_file ends 'deep 13
deep 13
deep 13
plug 3
plug 6
plug 9'

# So many ranks that one mapping makes several images.
expect_exit 0 "$ORIELRUN" -np 3000 --quiet ./program
expect_text out "2999: 17099 24099 7 13 42 1 one 1 /libplug.so bump"

# Mistakes in a library have its lines.
expect_exit 120 "$ORIELRUN" -np 3 --quiet ./program libm.so.6 wrong
expect_text err "at plug.cc:27: MPI_Put to rank 0 of the window: bytes [36, 40)"

# Its loads and stores are seen, if it was compiled so; a program without
# variables has them once it opens a library that has.
cat >touches.c <<'END'
int last;
void touch(int *p) { last = ++*p; }
END
cat >opens.c <<'END'
#include <dlfcn.h>
#include <mpi.h>
int main(void)
{
  int rank, *mine;
  MPI_Win win;
  void (*touch)(int *);
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void *library = dlopen("./libtouches.so", RTLD_LAZY);
  *(void **)&touch = dlsym(library, "touch");
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  *mine = rank;
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  if (rank == 1) touch(mine);
  MPI_Win_fence(0, win);
  rank = *(int *)dlsym(library, "last");
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank;
}
END
"$ORIELCC" --check -shared -fPIC -o libtouches.so touches.c
"$ORIELCC" --check -o opens opens.c
expect_exit 2 "$ORIELRUN" -np 2 --quiet --check ./opens
expect_text err "store       by rank 1 at touches.c:2, touch()"
grep -c 'oriel: conflict' err >count
expect_file count 2

# Thread-locals: of threads that are there, and of new ones.
cat >locals.c <<'END'
_Thread_local int mine = 40, other;
int *next(void) { return other++, ++mine, &mine; }
END
cat >threads.c <<'END'
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
static _Thread_local int own = 3;
static int *(*next)(void);
static pthread_barrier_t opened;
static void *early(void *arg)
{
  pthread_barrier_wait(&opened);
  next(), next();
  printf("early %d %d\n", *next(), own);
  return arg;
}
static void *late(void *arg)
{
  printf("late %d %d\n", *next(), own);
  return arg;
}
int main(void)
{
  int rank, provided;
  pthread_t thread;
  MPI_Init_thread(0, 0, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_barrier_init(&opened, 0, 2);
  pthread_create(&thread, 0, early, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  *(void **)&next = dlsym(dlopen("./locals.so", RTLD_NOW), "next");
  for (int i = 0; i < rank; i++) next();
  pthread_barrier_wait(&opened);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, late, 0);
  pthread_join(thread, 0);
  int *mine = next();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, mine, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d: %d %d\n", rank, *next(), own);
  MPI_Finalize();
}
END
"$ORIELCC" -shared -fPIC -o locals.so locals.c
"$ORIELCC" -o threads threads.c
expect_exit 0 "$ORIELRUN" -np 2 --quiet ./threads
sort out >sorted
expect_file sorted 'early 43 3
early 43 3
late 41 3
late 41 3
rank 0: 84 3
rank 1: 84 3'

# Where ld.so finds them: in the program's path; and by the name of what it is
# linked with or has opened, wherever that lies, which is each rank's own.
mkdir -p far hidden
echo 'static int n; int linked(void) { return ++n; }' >linked.c
echo 'static int n = 10; int named(void) { return ++n; }' >named.c
cat >user.c <<'END'
int linked(void), named(void);
int use(void) { return 100 * linked() + named(); }
END
cat >finds.c <<'END'
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int linked(void);
int main(void)
{
  int rank, (*use)(void);
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) dlopen("hidden/libnamed.so", RTLD_NOW);
  MPI_Barrier(MPI_COMM_WORLD);
  void *again = dlopen("libnamed.so.1", RTLD_NOW);
  if (!again != rank) puts("libnamed.so.1");
  if (rank == 1 && !strstr(dlerror(), "libnamed.so.1, needed by")) puts("error");
  if (rank == 1) dlopen("./hidden/libnamed.so", RTLD_NOW);
  *(void **)&use = dlsym(dlopen("libuser.so", RTLD_NOW), "use");
  if (!use) return puts(dlerror()), 3;
  int first = linked();
  printf("%d %d %d\n", first, use(), dlopen("liblinked.so", RTLD_NOW) != 0);
  MPI_Finalize();
}
END
"$ORIELCC" -shared -fPIC -o far/liblinked.so linked.c
"$ORIELCC" -shared -fPIC -o hidden/libnamed.so named.c -Wl,-soname,libnamed.so.1
"$ORIELCC" -shared -fPIC -o far/libuser.so user.c -Lfar -llinked \
  hidden/libnamed.so
for tags in enable disable; do
  "$ORIELCC" -o finds finds.c -Lfar -llinked -Wl,--$tags-new-dtags,-rpath,"$PWD/far"
  expect_exit 0 "$ORIELRUN" -np 2 --quiet ./finds
  expect_file out '1 211 1
1 211 1'
done

# Who asks for a library only if it is there gets what the rank has itself, and
# can so let others see it; a way to open it must be given. What succeeds
# forgets the error before.
cat >asks.c <<'END'
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int linked(void);
static int is_there(const char *name, int also)
{
  return dlopen(name, RTLD_LAZY | RTLD_NOLOAD | also) != NULL;
}
int main(void)
{
  int rank;
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) dlopen("./hidden/libnamed.so", RTLD_NOW);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d: named %d %d", rank, is_there("./hidden/libnamed.so", 0),
         is_there("libnamed.so.1", 0));
  printf(" linked %d c %d program %d none %d", is_there("liblinked.so", 0),
         is_there("libc.so.6", 0), is_there(NULL, 0), is_there("./none.so", 0));
  printf(" %s", dlerror());
  printf(" seen %d", dlsym(RTLD_DEFAULT, "named") != NULL);
  printf(" %d", is_there("libnamed.so.1", RTLD_GLOBAL));
  if (rank == 0) printf(" seen %d", dlsym(RTLD_DEFAULT, "named") != NULL);
  printf("\n");
  if (dlopen("libc.so.6", 0) || !strstr(dlerror(), "invalid mode")) return 1;
  if (dlopen(NULL, RTLD_GLOBAL) || !dlerror()) return 2;
  if (dlopen("./none.so", RTLD_NOW) || !dlopen(NULL, RTLD_NOW)) return 3;
  if (dlerror() || dlsym(NULL, "none") || !dlsym(NULL, "exit")) return 4;
  if (dlerror() || dlsym(NULL, "none") || dlclose(dlopen(NULL, RTLD_NOW)))
    return 5;
  if (dlerror()) return 6;
  return linked() - 1 + MPI_Finalize();
}
END
"$ORIELCC" -o asks asks.c -Lfar -llinked -Wl,-rpath,"$PWD/far"
expect_exit 0 "$ORIELRUN" -np 2 --quiet ./asks
expect_file out \
  '0: named 1 1 linked 1 c 1 program 1 none 0 (null) seen 0 1 seen 1
1: named 0 0 linked 1 c 1 program 1 none 0 (null) seen 0 0'

# What cannot be had is said by name.
expect_exit 3 "$ORIELRUN" --quiet ./program ./none.so
expect_file out "library ./none.so, needed by $PWD/program, is not found; \
LD_LIBRARY_PATH can name its folder"
echo '__thread char mine[2000]; int f(void) { return ++mine[5]; }' >local.c
"$ORIELCC" -shared -fPIC -o local.so local.c
expect_exit 3 "$ORIELRUN" --quiet ./program ./local.so
expect_text out "local.so: has 2000 bytes of thread-local variables; libraries \
that are opened at run time may have 1024 more"
echo 'int nowhere(void); int f(void) { return nowhere(); }' >undefined.c
"$ORIELCC" -shared -fPIC -o undefined.so undefined.c
expect_exit 3 "$ORIELRUN" --quiet ./program ./undefined.so
expect_text out "undefined.so: undefined: nowhere"
echo 'no library' >text.so
expect_exit 3 "$ORIELRUN" --quiet ./program ./text.so
expect_text out "text.so: is not an executable (no ELF file)"
