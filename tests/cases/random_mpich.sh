# Random programs receive the same bytes under Oriel and under MPICH, where
# that is installed.
. "$ROOT/tests/cases/lib.sh"
if ! command -v mpicc >/dev/null || ! command -v mpiexec >/dev/null; then
  echo "there is no MPICH"
  exit 0
fi
mpicc -show 2>/dev/null | grep -qi mpich || exit 0
export RANDOM_DIGEST=1
for program in collectives messages; do
  source=$ROOT/tests/random/$program.c
  "$ORIELCC" -DPORTABLE -O1 -o ours "$source" -lm
  mpicc -DPORTABLE -O1 -w -o theirs "$source" -lm
  for np in 2 3; do
    "$ORIELRUN" --quiet -np $np ./ours $np 60 >ours.out
    timeout 60 mpiexec -n $np ./theirs $np 60 2>/dev/null |
      grep -v yaksa >theirs.out
    expect_text ours.out ok
    diff ours.out theirs.out
  done
done
