# Folders depend one way only, as docs/internals.md lists them: what a file
# includes is of its own folder or of one above. No files include each other, no
# two headers have one guard, and the engine alone knows SimGrid.
. "$ROOT/tests/cases/lib.sh"

awk '/^    (model|sim|traces)(\/[a-z0-9.]+)*  / { print $1 }' \
  "$ROOT/docs/internals.md" >list
(cd "$ROOT" && grep -rE '^ *# *include "' model sim traces) |
  sed -E 's,^([^:]*/)([^/:]*):[^"]*"([^"]*)".*,\1\2 \1\3,' |
  sed -E -e ':up' -e 's,/[^/. ][^/ ]*/\.\./,/,' -e 't up' \
    -e 's, [a-z]+/\.\./, ,' >pairs
[ "$(wc -l <pairs)" -gt 1000 ] || complain "the lines are not found"

# `pairs`: who includes whom. A row of the list is a folder, or one file.
awk '
  function place(file) {
    if (!(file in row)) sub(/\/[^\/]*$/, "", file)
    if (file in row) return row[file]
    print "not in the list of docs/internals.md: " file
  }
  FILENAME == "list" { row[$1] = FNR; next }
  place($2) > place($1) { print $1 " includes " $2 ", of a later folder" }
' list pairs >wrong
[ ! -s wrong ] || { cat wrong && exit 1; }

tsort pairs >order || complain "files include each other"

# The second of two, where both are included, would be empty.
(cd "$ROOT" && grep -rhE '^#ifndef \w+_H(PP)?$' --include=*.h --include=*.hpp \
  model sim traces) | sort | uniq -d >twice
[ ! -s twice ] || { cat twice && exit 1; }

grep -rlE 'include.*(simgrid|xbt|surf)' "$ROOT/model" "$ROOT/sim" \
  "$ROOT/traces" | sed "s,^$ROOT/,," | sort >know
printf 'sim/engine/%s\n' complaint.hpp engine.cpp platform.hpp simgrid.hpp |
  diff - know ||
  complain "others know SimGrid"
