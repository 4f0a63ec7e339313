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

sh "$ROOT/make/areas.sh" "$B" >areas
sed -n 's/^\(| [a-z0-9-]* | [0-9]* of [0-9]* |\).*/\1/p' "$ROOT/README.md" |
  sort >shown
diff -u shown areas ||
  complain "README.md counts other functions; 'make areas' corrects it"
