# Random programs whose ranks race: --check says what a model says that looks at
# all pairs of accesses (tests/races), no more and no less.
. "$ROOT/tests/cases/lib.sh"

cc -std=c11 -O2 -Wall -Wextra -o races "$ROOT"/tests/races/*.c
last=2
[ -z "$ALL" ] || last=12

# Kinds with capital letters are of the separate memory model.
checked() { # kind seed option...
  local code=0 ranks options=("${@:3}")
  case $1 in [A-Z]) options+=(--memory-model=separate) ;; esac
  ./races "$1" "$2" >program.c
  ranks=$(sed -n '1s/[^0-9]*\([0-9]*\).*/\1/p' program.c)
  "$ORIELCC" --check -w -fopenmp -O$(($2 % 3)) -o program program.c
  "$ORIELRUN" --quiet --check --ppn "$ranks" -np "$ranks" "${options[@]}" ./program \
    >out 2>err </dev/null || code=$?
  [ $code = 0 ] || [ $code = 121 ] || complain "races $*: exit code $code"
  ./races "$1" "$2" err >compared || {
    cat compared
    complain "races $*: --check is wrong"
  }
}

kinds="a f p l v c s b o g q m x d e h i n k j y z r t u w"
kinds+=" 1 2 3 4 5 6 A F P L S B O G Q M"
for seed in $(seq "$last"); do
  for kind in $kinds; do
    checked "$kind" "$seed"
  done
done

# Of many updates of one loop the first ones are known to be over.
checked B 517
# A thread's flush completes what the thread knows of by a value alone, too.
checked t 17
# What has followed a store that the others' copies lack stands for it.
checked L 75

# Reports do not depend on when data moves.
for kind in ${ALL:+$kinds}; do
  checked "$kind" 100 --order late
  checked "$kind" 101 --order reverse
  checked "$kind" 102 --order seed=7
  # Whose locks depend on dates must not wait for a rank that is asleep.
  case $kind in
  [lmvcbtuwde3456LBM]) progress=thread ;;
  *) progress=weak ;;
  esac
  checked "$kind" 103 --protocol message --progress $progress
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
