# Each example, started without orielrun, runs as one rank; each runs under other
# protocols, orders and networks with the same result.
. "$ROOT/tests/cases/lib.sh"

for source in "$ROOT"/examples/*.c; do
  name=$(basename "$source" .c)
  "$ORIELCC" -O1 -fopenmp -o "$name" "$source"
  expect_exit 0 "./$name"
  for options in "--protocol message --progress thread" \
    "--protocol message --progress weak" "--network fluid" "--network latency" \
    "--order early" "--order late" "--order reverse" "--order seed=11" \
    "--ppn 4" "--map-by core --platform multi-core.xml"; do
    # shellcheck disable=SC2086 # options are words
    expect_exit 0 timeout 60 "$ORIELRUN" --quiet -np 7 $options "./$name"
    diff -u "$ROOT/examples/expected/$name.7.out" out ||
      complain "$name with $options"
  done
done
