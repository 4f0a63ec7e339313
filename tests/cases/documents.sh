# README.md, docs/tour.md and docs/platforms.md are true: their programs compile,
# and their commands, in this order, print what they show; docs/mpi.md counts
# what there is. In what is shown, a line "..." stands for any lines. Links lead
# somewhere.
. "$ROOT/tests/cases/lib.sh"

ln -s "$ROOT/$B" build

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
' "$ROOT/README.md" "$ROOT/docs/tour.md" "$ROOT/docs/platforms.md"

[ -s ring.c ] && [ -s racks.xml ] && [ -s 10.command ] ||
  complain "the documents have lost their blocks"
for ((n = 1; ; n++)); do
  [ -f $n.command ] || break
  command=$(cat $n.command)
  eval "$command" >$n.out 2>&1 || true
  pattern=$(sed -e 's/[][*?\\]/\\&/g' -e 's/^\.\.\.$/*/' $n.expected)
  # shellcheck disable=SC2053 # it is a pattern
  [[ $(cat $n.out) == $pattern ]] && continue
  echo "the documents show something else for: $command"
  diff -u $n.expected $n.out || exit 1
done

sh "$ROOT/make/areas.sh" "$B" >areas
sed -n 's/^\(| [a-z0-9-]* | [0-9]* of [0-9]* |\).*/\1/p' "$ROOT/docs/mpi.md" |
  sort >shown
diff -u shown areas ||
  complain "docs/mpi.md counts other functions; 'make areas' corrects it"

# To a file, or to a section of one: the letters, digits and - of its heading.
anchors() { # file
  sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}
for document in "$ROOT"/README.md "$ROOT"/docs/*.md "$ROOT"/*/README.md; do
  grep -o '](\([^)]*\))' "$document" | sed 's/^](//; s/)$//' |
    grep -v '^https:' >links || continue
  while IFS='#' read -r file section; do
    target=$document
    [ -z "$file" ] || target=${document%/*}/$file
    [ -e "$target" ] || complain "$document: there is no $file"
    [ -z "$section" ] || anchors "$target" | grep -qx -e "$section" ||
      complain "$document: there is no section $file#$section"
  done <links
done
