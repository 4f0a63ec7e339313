# A rank that is killed: which rank, by what, where.
. "$ROOT/tests/cases/lib.sh"

cat >crash.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
volatile int zero;
__attribute__((noinline)) int deep(int n) {
  volatile char big[1000]; big[0] = n;
  return deep(n + 1) + big[0]; }
__attribute__((noinline)) int leaf(int *p) {
  return *p + 1; }
int main(int argc, char **argv) {
  int rank; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 2) switch (argv[1][0]) {
  case 'n': return leaf(0) + 1;
  case 'd': return deep(0);
  case 'a': abort();
  case 'z': return 77 / zero;
  case 'w': ((void (*)(void))8)(); break;
  case 'x': ((void (*)(void))&rank)(); break;
  case 's': return strlen((char *)(long)(zero + 9)); }
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -O1 -o crash crash.c

# Whoever looks something up in damaged memory may never come back: the report
# ends with what is known, at the end of this file.
cat >endless.c <<'END2'
#include <unistd.h>
volatile int zero;
long dwarf_ranges(void *die, long at, void *base, void *low, void *high) {
  (void)die, (void)at, (void)base, (void)low, (void)high;
  while (!zero)
    if (WAITS) pause();
  return 0; }
END2
endless() { # WAITS name
  gcc -DWAITS=$1 -shared -fPIC -o "$2.so" endless.c
  local code=0
  LD_PRELOAD="$PWD/$2.so" timeout 100 "$ORIELRUN" --quiet -np 4 ./crash n \
    2>"$2.err" || code=$?
  echo "exit code $code" >>"$2.err"
}
endless 0 loop &
endless 1 wait &

dies() { # letter text...
  expect_exit 123 "$ORIELRUN" --quiet -np 4 ./crash "$1"
  shift
  expect_text err 'oriel: rank 2'
  for text; do expect_text err "$text"; done
  cp err first
  expect_exit 123 "$ORIELRUN" --quiet -np 4 ./crash "$letter"
  cmp err first
}
for letter in n d a z w x s; do
  case $letter in
  n) dies n 'null pointer' 'at crash.c:9, leaf()' 'from crash.c:14, main()' ;;
  d) dies d 'stack is full' '--stack' 'more times' ;;
  a) dies a 'abort() was called' 'from crash.c:16, main()' ;;
  z) dies z 'division by zero' 'at crash.c:17, main()' ;;
  w) dies w 'SIGSEGV' 'crash.c:18, main()' ;;
  x) dies x 'what was called is not code' 'crash.c:19, main()' ;;
  s) dies s 'SIGSEGV' 'from crash.c:20, main()' ;;
  esac
done

# A handler that returns, though it has changed nothing, has the machine do the
# same again, for ever. One that makes the memory, or goes on elsewhere, as
# often as it likes, does not.
cat >vain.c <<'END'
#define _GNU_SOURCE
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
static char stack[1 << 16], *page;
static int skips, jumps, sleeps, tries;
static sigjmp_buf back;
__attribute__((noinline)) int deep(int n) {
  volatile char big[1000]; big[0] = n;
  return deep(n + 1) + big[0]; }
static void handle(int s, siginfo_t *i, void *context) {
  ucontext_t *u = context;
  if (sleeps) usleep(10);
  if (skips) u->uc_mcontext.gregs[REG_RIP] += 2;
  if (jumps && ++tries % 5000 == 0) siglongjmp(back, 1);
  if (page && ++tries % 3 == 0) mprotect(page, 4096, PROT_READ | PROT_WRITE); }
int main(int argc, char **argv) {
  int rank; MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  stack_t st = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&st, 0);
  struct sigaction a = {.sa_sigaction = handle,
                        .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigaction(SIGSEGV, &a, 0);
  if (argv[1][0] == 'w' && (rank == 1 || argv[1][1])) {
    sleeps = skips = 1;
    __asm__ volatile("mov (%%rcx), %%eax" :: "c"(8l) : "eax");
  }
  if (rank == 1) switch (argv[1][0]) {
  case 'd': return deep(0);
  case 'n': *(volatile int *)8 = 1; break;
  case 's': skips = 1;
    for (int i = 0; i < 500000; i++)
      __asm__ volatile("mov (%%rcx), %%eax" :: "c"(8l) : "eax");
    break;
  case 'r': *(volatile char *)"read-only" = 1; break;
  case 'j': jumps = 1;
    for (volatile int i = 0; i < 16; i++)
      if (!sigsetjmp(back, 1)) *(volatile int *)8 = 1;
    break;
  case 'm': page = mmap(0, 4096, 0, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 40000; i++) {
      *(volatile char *)page = 1; mprotect(page, 4096, PROT_NONE); } }
  printf("rank %d ends\n", rank);
  MPI_Finalize();
  return 0; }
END
"$ORIELCC" -w -O1 -o vain vain.c
vain=(timeout 60 "$ORIELRUN" --quiet -np 2 ./vain)
expect_exit 123 "${vain[@]}" d
expect_text err 'oriel: rank 1: its stack is full'
expect_text err '  its handler of SIGSEGV has returned thousands of times'
expect_exit 123 "${vain[@]}" n
expect_text err 'oriel: rank 1 was killed by SIGSEGV: a null pointer was used'
expect_text err '  at vain.c:36, main()'
expect_exit 0 "${vain[@]}" w
expect_exit 125 "${vain[@]}" ww
expect_file err 'oriel: rank 1 at vain.c:32: a handler of SIGSEGV or the like, while another waits in one, is not supported in a simulated rank'
expect_exit 123 "${vain[@]}" r
expect_text err '  its handler of SIGSEGV has returned thousands of times'
expect_exit 0 "${vain[@]}" s
expect_exit 0 "${vain[@]}" j
expect_exit 0 "${vain[@]}" m

# What ranks had written before comes out.
cat >said.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { MPI_Init(0, 0); printf("said"); abort(); }
END
"$ORIELCC" -o said said.c
expect_exit 123 "$ORIELRUN" --quiet -np 2 ./said
[ "$(cat out)" = "said
said" ] || [ "$(cat out)" = said ] || complain "lost: $(cat out)"

# Memory that goes while the engine moves data: whose data that was. Under
# --check the checker says where.
cat >gone.c <<'END2'
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>
int main(int argc, char **argv) {
  int rank, n = 1 << 20;
  char *base;
  MPI_Win win, other = MPI_WIN_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  char *buffer = mmap(0, n, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(buffer, n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win), MPI_Win_fence(0, other);
  if (rank == 0) switch (argv[1][0]) {
  case 'p': MPI_Put(buffer, n, MPI_BYTE, 1, 0, n, MPI_BYTE, win); break;
  case 'a': MPI_Accumulate(buffer, n, MPI_BYTE, 1, 0, n, MPI_BYTE,
                           MPI_REPLACE, win); break;
  case 'g': MPI_Get(buffer, n, MPI_BYTE, 1, 0, n, MPI_BYTE, win); break;
  case 'o': MPI_Get(base, n, MPI_BYTE, 0, 0, n, MPI_BYTE, other); break;
  case 's': MPI_Isend(buffer, n, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request); }
  if (rank == 1 && argv[1][0] == 's')
    MPI_Irecv(base, n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
  if (argv[1][0] == 'c')
    MPI_Iallreduce(&rank, buffer, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                   &request);
  munmap(buffer, n);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win), MPI_Win_fence(0, other);
  MPI_Win_free(&win);
  MPI_Finalize(); }
END2
"$ORIELCC" -g -o gone gone.c
for letter in p a g s o c; do
  order=
  case $letter in
  p) whose='a put of rank 0 on rank 1 in the window of gone.c:11' ;;
  a) whose='an accumulate of rank 0 on rank 1 in the window of gone.c:11' ;;
  g) whose='a get of rank 0 on rank 1 in the window of gone.c:11' ;;
  s) whose='the message of rank 0 to rank 1' ;;
  o) whose='a get of rank 0 on rank 0 in the window of gone.c:14' order=--order=late ;;
  c) whose='the MPI_Iallreduce of rank 1' ;;
  esac
  expect_exit 123 "$ORIELRUN" --quiet $order -np 2 ./gone $letter
  expect_text err "oriel: the data of $whose cannot be moved"
  expect_text err 'orielrun --check tells where'
  "$ORIELRUN" --quiet --check -np 2 ./gone $letter >out 2>err || true
  expect_text err 'by rank 0 at gone.c:28, main()'
  ! grep -q 'tells where' err || complain "it is checked: $(cat err)"
done

# Data of collectives under --coll=model, which moves in the turn of any rank,
# and of partitioned messages, in types with gaps.
cat >turn.c <<'END2'
#include <mpi.h>
#include <sys/mman.h>
int main(int argc, char **argv) {
  static char zeros[80000];
  int rank, n = 1 << 20, parts = argv[1][0] == 'p';
  MPI_Request request;
  MPI_Datatype gaps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(100, 1, 2, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
  char *buffer = mmap(0, n, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  switch (argv[1][0]) {
  case 'b': MPI_Ibcast(buffer, 20000, MPI_INT, 0, MPI_COMM_WORLD, &request);
    break;
  case 'a': MPI_Iallreduce(zeros, buffer, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                           &request); break;
  case 'g': MPI_Iallgather(zeros, 1, MPI_INT, buffer, 1, MPI_INT,
                           MPI_COMM_WORLD, &request); break;
  case 'p':
    if (rank == 1)
      MPI_Precv_init(buffer, 1, 1, gaps, 2, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request);
    else if (rank == 2)
      MPI_Psend_init(buffer, 1, 1, gaps, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request); }
  if (parts && rank % 3) MPI_Start(&request);
  if (parts && rank == 2) MPI_Pready(0, request);
  if (rank == 1) munmap(buffer, n);
  if (!parts || rank % 3) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize(); }
END2
"$ORIELCC" -g -o turn turn.c
for letter in b a g p; do
  case $letter in
  b) whose='the message of rank 0 to rank 1' ;;
  a) whose='the MPI_Iallreduce of rank 1' ;;
  g) whose='the MPI_Iallgather of rank 1' ;;
  p) whose='the message of rank 2 to rank 1' ;;
  esac
  for how in "" --coll=model; do
    expect_exit 123 "$ORIELRUN" --quiet $how -np 4 ./turn $letter
    expect_text err "oriel: the data of $whose cannot be moved"
    expect_text err '  rank 1 in MPI_'
    expect_text err ' at turn.c:'
  done
done

# Constants and string literals are read-only, for the program and for what
# comes from others, also where all ranks share an image.
cat >constant.c <<'END2'
#include <mpi.h>
static const int table[4] = {1, 2, 3, 4};
#ifdef OWN
int own[4];
#endif
int main(int argc, char **argv) {
  int rank, value = 7;
  char *text = "a literal";
  MPI_Win win, constants;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&value, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create((void *)table, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &constants);
  MPI_Win_fence(0, win), MPI_Win_fence(0, constants);
  switch (argv[1][0]) {
  case 'r':
    if (rank == 0) MPI_Ssend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Recv(text, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    break;
  case 'g': if (rank == 1) MPI_Get((void *)table, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    break;
  case 'p': if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 3, 1, MPI_INT, constants);
    break;
  case 'b': MPI_Bcast(rank == 1 ? (void *)table : &value, 1, MPI_INT, 0,
                      MPI_COMM_WORLD);
    break;
  case 'c': if (rank == 1) MPI_Comm_size(MPI_COMM_WORLD, (int *)text);
    break;
  case 's': if (rank == 1) *(volatile char *)text = 0; }
  MPI_Win_fence(0, win), MPI_Win_fence(0, constants);
  MPI_Finalize(); }
END2
for flags in "-DOWN" ""; do
  "$ORIELCC" -w -g $flags -o constant constant.c
  for letter in r g p b c s; do
    for how in "" --coll=model --check; do
      expect_exit 123 "$ORIELRUN" --quiet $how -np 2 ./constant $letter
      expect_text err "read-only"
      case $letter in
      r) expect_text err 'the data of the message of rank 0 to rank 1 cannot'
        expect_text err 'rank 1 in MPI_Recv at constant.c:20' ;;
      g) expect_text err 'the data of a get of rank 1 on rank 0 in the window'
        expect_text err ', `table`' ;;
      p) expect_text err 'the data of a put of rank 0 on rank 1 in the window'
        expect_text err ', `table`' ;;
      b) expect_text err 'the data of the message of rank 0 to rank 1 cannot'
        expect_text err 'rank 1 in MPI_Bcast at constant.c:26' ;;
      c) expect_text err 'rank 1 in MPI_Comm_size at constant.c:29 was killed' ;;
      s) expect_text err 'at constant.c:31, main()' ;;
      esac
    done
  done
  [ -z "$flags" ] || expect_text err 'oriel: rank 1 was killed by SIGSEGV'
done

# The call that began it is named, where somebody keeps it: the checker does, and
# requests of windows.
cat >began.c <<'END2'
#include <mpi.h>
static const int table[4] = {1, 2, 3, 4};
int main(int argc, char **argv) {
  int rank, value = 7;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&value, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  switch (rank ? argv[1][0] : 0) {
  case 0: if (argv[1][0] == 'r')
      MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    break;
  case 'r': MPI_Irecv((void *)table, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                      &request);
    break;
  case 'g': MPI_Get((void *)table, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Finalize(); }
END2
"$ORIELCC" -w -g -o began began.c
expect_exit 123 "$ORIELRUN" --quiet --check -np 2 ./began r
expect_text err 'rank 0 in MPI_Win_fence at began.c:20, after MPI_Isend at began.c:13'
expect_text err 'rank 1 in MPI_Wait at began.c:19, after MPI_Irecv at began.c:15'
expect_exit 123 "$ORIELRUN" --quiet --check -np 2 ./began g
expect_text err 'rank 1 in MPI_Win_fence at began.c:20, after MPI_Get at began.c:18'

wait
for how in loop wait; do
  expect_file $how.err 'oriel: rank 2 was killed by SIGSEGV: a null pointer was used
  the report cannot be completed: the program'"'"'s memory is damaged
exit code 123'
done
