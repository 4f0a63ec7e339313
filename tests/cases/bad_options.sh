# Options and values that make no sense: one line each that names them, exit
# code 125, nothing on stdout, no file left behind.
. "$ROOT/tests/cases/lib.sh"

printf '#include <mpi.h>\nint main(void) { return 0; }\n' >p.c
"$ORIELCC" -o p p.c

refuse() { # text... -- arguments
  local texts=()
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  shift
  expect_refusal "${texts[@]}" -- "$ORIELRUN" --json result.json "$@"
  [ ! -e result.json ] || complain "half-written result of: $*"
}

# What --help lists is what the manual page describes, and no more.
words() { grep -o -e '\(^\|[ "]\)--*[a-z][-a-z]*' -e '-V' | tr -d ' "' | sort -u; }
"$ORIELRUN" --help | sed -n 's/^  \(-[^ ]*\( -[^ ]*\)\{0,1\}\).*/\1/p' |
  words >listed
sed -n '/^\.TP/ { n; s/\\f*I*//g; p; }' "$ROOT/man/orielrun.1" | words >described
diff listed described || complain "the manual page has other options"
"$ORIELRUN" --help | grep -q -e '--coll model|exact|NAME=ALGORITHM ' ||
  complain "--coll takes exact, too"

expect_refusal "no program" -- "$ORIELRUN"
refuse "no program" -- -np 2
refuse "-np 0" -- -np 0 ./p
refuse "-np -3" -- -np -3 ./p
refuse "-np x" -- -np x ./p
refuse "-np 2x" -- -np 2x ./p
refuse "-np" -- -np 99999999999999999999 ./p
refuse "1048576 ranks in all" -- -np 1048576 ./p : ./p
refuse "--no-such-option" -- --no-such-option ./p
for wrong in --platfrom=--platform --plat=--platform --host=--hostfile -quiet=--quiet --np=-np \
  --sttack=--stack --hots-stats=--host-stats --chek=--check; do
  refuse "unknown option ${wrong%=*}: is ${wrong##*=} meant?" -- \
    "${wrong%=*}" 4 ./p
done
refuse "unknown option --chek=strict: is --check meant?" -- --chek=strict ./p
for wrong in -v -c -x - --verbose --mca -genv --bind-to -n4; do
  refuse "unknown option $wrong; orielrun --help lists them" -- $wrong ./p
done
for option in --json --platform --hostfile --suppressions --cost --stack; do
  refuse "$option: it takes" ", not the option --check" -- $option --check ./p
done
refuse "-np: it takes N, not the option -q" -- -np -q ./p
refuse "-np: it takes N, and none follows" -- -n
refuse "--json: it takes FILE, and none follows" -- --json -- ./p
[ ! -e ./-- ] || complain "-- was taken for a file"
expect_exit 0 "$ORIELRUN" --quiet -np 2 -- ./p
"$ORIELRUN" --quiet --json=--check ./p && [ -s ./--check ] && rm ./--check
"$ORIELRUN" --quiet --json - ./p | grep -q '"exit": 0'
refuse $'--cost gap=1?2?[0m: ' -- --cost $'gap=1\n2\e[0m' ./p
refuse "--cost no_such=1" "o_put" -- --cost no_such=1 ./p
refuse "--cost o_put=-1" "negative" -- --cost o_put=-1 ./p
refuse "--cost o_put=0;8:1e308" "too large" -- --cost "o_put=0;8:1e308" ./p
refuse "--cost interface=1e300" "too large" -- --cost interface=1e300 ./p
refuse "--cost copy=1e-300" "too small" -- --cost copy=1e-300 ./p
refuse "the program's name is an empty word" -- ""
refuse "--check strict" "--check=strict" -- --check strict ./p
refuse "--platform torus" "multi-core.xml" "torus.xml" -- --platform torus ./p
for option in -np --platform --hostfile --map-by --ppn --stack --cost \
  --protocol --order --choices --coll --patience --suppressions --json --enter
do
  refuse "$option: it takes" "empty" -- "$option" "" ./p
done
refuse "--json x.json" "--junit" -- --check --json x.json --junit x.json ./p
refuse "--json -" "--junit writes there" -- --check --json - --junit - ./p
refuse "--json /dev/fd/1" "--junit" -- --check --json /dev/fd/1 --junit - ./p
refuse "--result /dev/stderr" "--json" -- --json /dev/fd/2 --result /dev/stderr ./p
"$ORIELRUN" --quiet --check --json /dev/null --junit /dev/null ./p
touch x.json && ln -s x.json link
refuse "--json ./x.json" "--junit" -- --check --json ./x.json --junit link ./p
refuse "--json ./y" "--junit" -- --check --json ./y --junit "$PWD/y" ./p
refuse "--json ./p" "this is the program" -- --json ./p p
refuse "--junit ./y" "this is --hostfile" -- --check --junit ./y --hostfile y ./p
touch s && ln -s s t
for option in --json --junit --result; do
  refuse "$option t" "this is --suppressions" -- \
    --check --suppressions x.json --suppressions s $option t ./p
done
refuse "--result x.json" "--json" -- --json x.json --result x.json ./p
refuse "--cost gap=abc" -- --cost gap=abc ./p
refuse "--cost gap=1e-7x" -- --cost gap=1e-7x ./p
refuse "--cost gap=nan" -- --cost gap=nan ./p
refuse "--cost gap" -- --cost gap ./p
refuse "--cost poll=0" -- --cost poll=0 ./p
refuse "--cost clock=0" -- --cost clock=0 ./p
refuse "--cost clock=1e-15: below 1e-10" -- --cost clock=1e-15 ./p
refuse "ack=1.5" -- --cost ack=1.5 ./p
refuse "--network=tcp" "fluid" -- --network tcp ./p
refuse "progress" "sometimes" "weak" -- --progress sometimes ./p
refuse "protocol" "tcp" "rdma" -- --protocol tcp ./p
refuse "message" "hardware" -- --protocol message --progress hardware ./p
refuse "--order" "sideways" -- --order sideways ./p
refuse "--order seed=x" -- --order seed=x ./p
refuse "--coll" "rabenseifner, ring or" -- --coll allreduce=fast ./p
refuse "--coll" "allgather, allreduce" -- --coll allreduc=ring ./p
refuse "--coll" "allgather, allreduce" -- --coll=ring ./p
refuse "--check=loose" "strict" -- --check=loose ./p
refuse "--memory-model" "separate" -- --check --memory-model both ./p
refuse "--memory-model" "--check" -- --memory-model separate ./p
refuse "--junit" "--check" -- --junit r.xml ./p
expect_refusal "no/such/r.xml" -- "$ORIELRUN" --check --junit no/such/r.xml ./p
refuse "none.sup" "No such file" -- --check --suppressions none.sup ./p
for encoding in 'UTF-16LE r\0a\0' 'UTF-16 \377\376r\0' 'UTF-8-BOM \357\273\277r'; do
  printf "${encoding#* }" >encoded
  printf 'range a.c:1\n' >>encoded
  refuse "encoded: " "UTF-8" -- --check --suppressions encoded ./p
  refuse "host file encoded: " "UTF-8" -- --hostfile encoded ./p
  refuse "encoded: " "UTF-8" -- --platform encoded ./p
done
printf '# ours\n\nraces a.c:1\n' >bad.sup
refuse "bad.sup:3" "races" "there are conflict, " ", error" -- --check --suppressions bad.sup ./p
refuse "--map-by" "socket" -- --map-by socket ./p
refuse "--ppn 0" -- --ppn 0 ./p
refuse "--stack -5" -- --stack -5 ./p
refuse "--stack 1Q" -- --stack 1Q ./p
refuse "--stack 1025G" "at most 1024G" -- --stack 1025G ./p
refuse "--patience -1" -- --patience -1 ./p
refuse "--patience soon" -- --patience soon ./p
for number in 0x10 -0 0 ' 1' +1 1s inf nan; do
  refuse "--patience $number: it takes a number" -- --patience "$number" ./p
done
refuse "--enter -1: it takes the place" -- --enter -1 ./p
refuse "--enter: ./p has no code at 0x7fffffff" -- --enter 0x7fffffff ./p
refuse "--enter: ./p has no code at 0x1" -- --enter 1 ./p
for option in --json --result '--check --junit'; do
  # shellcheck disable=SC2086
  expect_refusal "${option#--check }" "--missing" -- \
    "$ORIELRUN" --missing $option file ./p
done
expect_refusal "no/such/folder" -- "$ORIELRUN" --json no/such/folder/x ./p
mkdir j.json.part
expect_refusal "j.json.part: cannot be written: Is a directory" -- \
  "$ORIELRUN" --json j.json ./p
expect_refusal "no/such/folder" -- "$ORIELRUN" --result no/such/folder/x ./p

# Of a long path, or word, what is wrong with it is told all the same.
deep=$(printf 'x%.0s' {1..200})
deep=$deep/$deep/$deep/$deep/$deep/$deep/$deep
mkdir -p "$deep"
for option in --json --result '--check --junit' '--check --suppressions' \
  --hostfile --platform; do
  # shellcheck disable=SC2086
  expect_refusal "$deep/none/x: " "No such file or directory" -- \
    "$ORIELRUN" $option "$deep/none/x" ./p
done
refuse "$deep/none: No such file or directory" -- "$deep/none"
echo "$deep" >"$deep/word"
refuse "$deep/word:1: \"xxx" '" is no rule' -- \
  --check --suppressions "$deep/word" ./p
refuse "$deep/word:1: the platform has no host \"xxx" '"; of its 1 the first' \
  -- --hostfile "$deep/word" ./p
