#!/bin/sh
# Counts by area the MPI functions that there are: rows of the table in
# docs/mpi.md.
#   areas.sh BUILD           prints them
#   areas.sh BUILD FILE      corrects the counts in that file
# A program that refers to every function is made, and orielrun --missing asked.
set -eu
top=$(cd "${0%/*}/.." && pwd)
tables="model/abi/functions.tsv model/abi/extra.tsv"
work=$(mktemp -d "${TMPDIR:-/tmp}/oriel-areas.XXXXXX")
trap 'rm -rf "$work"' EXIT

cd "$top"
awk -F'\t' '
  BEGIN { print "#include <mpi.h>\nvoid *all[] = {" }
  !/^#/ && (NF == 4 || NF == 5) { print "  (void *)" $2 "," }
  END { print "};\nint main(void)\n{\n  return 0;\n}" }
' $tables >"$work/all.c"
"$1/bin/orielcc" -o "$work/all" "$work/all.c"
"$1/bin/orielrun" --missing "$work/all" >"$work/missing"
awk -F'\t' -v missing="$work/missing" '
  BEGIN { while ((getline name <missing) > 0) lacks[name] }
  !/^#/ && (NF == 4 || NF == 5) { all[$1]++; if (!($2 in lacks)) have[$1]++ }
  END { for (a in all) printf "| %s | %d of %d |\n", a, have[a], all[a] }
' $tables | sort >"$work/rows"

if [ $# -lt 2 ]; then
  cat "$work/rows"
  exit 0
fi
awk -v rows="$work/rows" '
  BEGIN {
    while ((getline row <rows) > 0) { split(row, word, " "); now[word[2]] = row }
  }
  match($0, /^\| [a-z0-9-]+ \| [0-9]+ of [0-9]+ \|/) {
    split($0, word, " ")
    if (word[2] in now) $0 = now[word[2]] substr($0, RSTART + RLENGTH)
  }
  { print }
' "$2" >"$work/corrected"
cat "$work/corrected" >"$2"
