# The README is true: its programs compile, its commands print what it shows,
# its table of areas counts what there is. In what is shown, a line "..."
# stands for any lines.
. "$ROOT/tests/cases/lib.sh"

ln -s "$ROOT/$B" build
ln -s "$ROOT/platforms" platforms

# Blocks of C and XML become the files that they name; each "$ command" of a
# console block becomes N.command, with what it prints in N.expected.
awk '
  /^```(c|xml)$/ { taking = "file"; text = name = ""; next }
  /^```console$/ { taking = "console"; next }
  /^```$/ { if (taking == "file") printf "%s", text >name; taking = ""; next }
  taking == "file" {
    if (!name && match($0, /[a-z]+\.(c|xml)/)) name = substr($0, RSTART, RLENGTH)
    text = text $0 "\n"
  }
  taking == "console" && /^\$ / {
    n++
    printf "%s\n", substr($0, 3) >(n ".command")
    printf "" >(n ".expected")
    next
  }
  taking == "console" { print >(n ".expected") }
' "$ROOT/README.md"

[ -s ring.c ] && [ -s racks.xml ] && [ -s 10.command ] ||
  complain "README.md has lost its blocks"
for ((n = 1; ; n++)); do
  [ -f $n.command ] || break
  command=$(cat $n.command)
  eval "$command" >$n.out 2>&1 || true
  pattern=$(sed -e 's/[][*?\\]/\\&/g' -e 's/^\.\.\.$/*/' $n.expected)
  # shellcheck disable=SC2053 # it is a pattern
  [[ $(cat $n.out) == $pattern ]] && continue
  echo "README.md shows something else for: $command"
  diff -u $n.expected $n.out || exit 1
done

# Refer to every function there is, and count by area what is not missing.
tables=("$ROOT/model/abi/functions.tsv" "$ROOT/model/abi/extra.tsv")
awk -F'\t' '
  BEGIN { print "#include <mpi.h>\nvoid *all[] = {" }
  !/^#/ && (NF == 4 || NF == 5) { print "  (void *)" $2 "," }
  END { print "};\nint main(void)\n{\n  return 0;\n}" }
' "${tables[@]}" >all.c
orielcc -o all all.c
orielrun --missing ./all >missing
awk -F'\t' '
  FILENAME == "missing" { missing[$1]; next }
  !/^#/ && (NF == 4 || NF == 5) { all[$1]++; if (!($2 in missing)) have[$1]++ }
  END { for (a in all) printf "| %s | %d of %d |\n", a, have[a], all[a] }
' missing "${tables[@]}" | sort >areas
sed -n 's/^\(| [a-z0-9-]* | [0-9]* of [0-9]* |\).*/\1/p' "$ROOT/README.md" |
  sort >shown
diff -u shown areas || complain "README.md counts other functions"
