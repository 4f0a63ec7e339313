# Random programs whose ranks race: --check says what a model says that looks at
# all pairs of accesses (tests/races), no more and no less.
. "$ROOT/tests/cases/lib.sh"

cc -std=c11 -O2 -Wall -Wextra -o races "$ROOT"/tests/races/*.c
last=4
[ -z "$ALL" ] || last=20

checked() { # kind seed
  local code=0
  ./races "$1" "$2" >program.c
  "$ORIELCC" --check -w -O$(($2 % 3)) -o program program.c
  "$ORIELRUN" --quiet --check --ppn 3 -np 3 ./program >out 2>err </dev/null || code=$?
  [ $code = 0 ] || [ $code = 121 ] || complain "races $1 $2: exit code $code"
  ./races "$1" "$2" err >compared || {
    cat compared
    complain "races $1 $2: --check is wrong"
  }
}

for seed in $(seq "$last"); do
  for kind in a f p l v s o g q m x t; do
    checked $kind "$seed"
  done
done

# What is missing is found, and what is too much.
checked a 1
grep -q '^[1-9]' compared || complain "no conflicts"
./races a 1 /dev/null >compared && complain "silence passes"
expect_text compared "not said"
{
  echo "oriel: conflict in the window of rank 0, bytes [0, 4)"
  echo "  load by rank 0 at program.c:1"
  echo "  load by rank 0 at program.c:2"
} >>err
./races a 1 err >compared && complain "a false report passes"
expect_text compared "not so"
