# orielrun --check: exit codes of its three forms, suppressions, JSON and JUnit;
# reports found so far come also when the run ends early.
. "$ROOT/tests/cases/lib.sh"

cat >p.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank, root, value = 0;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!strcmp(argv[1], "leak")) MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  root = strcmp(argv[1], "leak") && strcmp(argv[1], "clean") ? rank : 0;
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(argv[1], "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  if (!strcmp(argv[1], "fatal"))
    MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD);
  if (!strcmp(argv[1], "crash")) abort();
  if (!strcmp(argv[1], "deadlock") && rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return !strcmp(argv[1], "three") ? 3 : 0;
}
EOF
"$ORIELCC" -o p p.c
run() { # code arguments...
  local code=$1
  shift
  expect_exit "$code" "$ORIELRUN" --quiet -np 2 "$@"
}
root="oriel: different roots in collective calls on MPI_COMM_WORLD
  MPI_Bcast   by rank 0 at p.c:13 (root 0)
  MPI_Bcast   by rank 1 at p.c:13 (root 1)
  All ranks must name the same root. [MPI-4.1 6.1]"
leak="oriel: leak: 2 communicators made by MPI_Comm_dup at p.c:11 are never freed by ranks 0-1 [MPI-4.1 11.2.2]"

# An error, a warning, neither; with the three forms, and without.
run 0 ./p root
[ ! -s err ] || complain "reports without --check: $(cat err)"
run 121 --check ./p root && expect_file err "$root"
run 121 --check=strict ./p root && expect_file err "$root"
run 0 --check=warn ./p root && expect_file err "$root"
run 0 --check ./p leak && expect_file err "$leak"
run 121 --check=strict ./p leak && expect_file err "$leak"
run 0 --check=warn ./p leak && expect_file err "$leak"
run 0 --check=strict ./p clean
[ ! -s err ] || complain "reports of a clean program: $(cat err)"

# The program's own exit code, and Oriel's others, come first.
run 3 --check ./p three && expect_file err "$root"
run 7 --check ./p abort && expect_text err "$root"
run 120 --check ./p fatal && expect_text err "$root"
expect_text err "MPI_Bcast: count is -1"
[ "$(grep -c "count is -1" err)" = 1 ] || complain "told twice: $(cat err)"
run 122 --check ./p deadlock && expect_text err "$root"
run 123 --check ./p crash && expect_text err "$root"

# Suppressions.
printf 'collective p.c:1[0-9] # wanted\nleak *\n' >known
run 0 --check --suppressions known ./p root
expect_file err 'oriel: known:2: the suppression "leak *" hid nothing'
run 0 --check=strict --suppressions known ./p leak
expect_file err 'oriel: known:1: the suppression "collective p.c:1[0-9]" hid nothing'

# The same for machines.
run 121 --check --json r.json --junit r.xml ./p root
for text in '"rule": "collective"' '"severity": "error"' '"place": "p.c:13"' \
  '"note": "root 1"' '"suppressed": 0' '"exit": 121' \
  '"errors_returned": 0'; do
  expect_text r.json "$text"
done
expect_text r.xml '<testsuite name="oriel p" tests="17" failures="1"'
expect_text r.xml '<testcase classname="p" name="collective p.c:13 p.c:13">'
expect_text r.xml '<testcase classname="p" name="conflict"/>'
# Of ranks that make mistakes at once, the one that ends the run is told.
"$ORIELCC" -w -o counts "$ROOT/tests/litmus/collective_count_bad.c"
"$ORIELRUN" -np 4 --check --json r.json ./counts >out 2>err && complain "ran"
expect_text err 'oriel: rank 1 at collective_count_bad.c:18'
expect_text r.json '"headline": "rank 1 at collective_count_bad.c:18: MPI_Bcast'

run 122 --check=warn --json r.json --junit r.xml ./p deadlock
expect_text r.json '"rule": "deadlock"'
expect_text r.xml 'rank 0 at p.c:20: MPI_Recv waits for'
expect_text r.xml '<failure type="exit" message="exit code 122"/>'
run 0 --json r.json ./p root
! grep -q reports r.json || complain "reports without --check: $(cat r.json)"

# Twice the same bytes.
run 121 --check --json 1.json --junit 1.xml ./p root && mv err 1.err
run 121 --check --json 2.json --junit 2.xml ./p root
cmp 1.json 2.json && cmp 1.xml 2.xml && cmp 1.err err

# docs/checking.md has a section for each rule, and a row in its table.
run 0 --check --junit r.xml ./p clean
sed -n 's/.*name="\([a-z-]*\)"\/>$/\1/p' r.xml >rules
[ "$(wc -l <rules)" -ge 16 ] || complain "too few rules: $(cat rules)"
while read -r rule; do
  grep -q "^### $rule\$" "$ROOT/docs/checking.md" || complain "no section: $rule"
  grep -q "^| \`$rule\` |" "$ROOT/docs/checking.md" || complain "no row: $rule"
done <rules
