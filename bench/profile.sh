#!/bin/sh
# Where the time of a simulation goes: shares of the processor time by part of
# Oriel, as perf samples them, in Markdown.
#
#   bench/profile.sh RANKS PROGRAM [ARGUMENT...]
#
# B is the build folder, RUNS how often it runs (1); PROGRAM one that orielcc
# made. Needs perf, addr2line.
set -eu
B=${B:-build}
ranks=$1
shift
folder=$(mktemp -d "${TMPDIR:-/tmp}/oriel-profile-XXXXXX")
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2016 # they are the shell's that it starts
perf record -q -F 4000 -o "$folder/data" \
  sh -c 'for i in $(seq "$0"); do "$@" || exit; done' "${RUNS:-1}" \
  "$B/bin/orielrun" --quiet -np "$ranks" "$@" >"$folder/out" 2>&1 || {
  cat "$folder/out" >&2
  exit 1
}

# A line for each place: samples, file, function; of the library its address,
# too, which is told from the function's.
nm "$B/lib/liboriel.so.0" >"$folder/symbols"
perf script --no-demangle -i "$folder/data" -F ip,sym,symoff,dso 2>/dev/null |
  awk -v symbols="$folder/symbols" '
    function number(hex, i, n) {
      for (i = 1; i <= length(hex); i++)
        n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
      return n
    }
    BEGIN { while ((getline <symbols) > 0) at[$3] = $1 }
    {
      split($2, place, "[+]0x")
      where = $NF " " place[1]
      if ($NF ~ /liboriel/ && place[1] in at)
        where = where " " number(at[place[1]]) + number(place[2])
      count[where]++
    }
    END { for (where in count) print count[where], where }' |
  sort >"$folder/places"

# The source file of those that are in the library: of what is inlined there,
# where that is written.
awk 'NF == 4 { printf "0x%x\n", $4 }' "$folder/places" |
  addr2line -e "$B/lib/liboriel.so.0" |
  sed -e "s|^.*/\(model/\)|\1|" -e "s|^.*/\(sim/\)|\1|" \
    -e "s|^.*/\(traces/\)|\1|" -e "s|:.*||" >"$folder/files"

awk -v files="$folder/files" '
  function part(dso, name, file) {
    if (dso ~ /kernel/) return "kernel: memory mapped and touched, start-up"
    if (dso ~ /ld-linux/) return "dynamic linker, before the simulation"
    if (dso ~ /simgrid|stdc\+\+|libgcc/)
      return "SimGrid: platform, routes, flows, clock"
    if (dso ~ /libc\.so/ && name ~ /mem(cpy|move|set)/)
      return "C library: memcpy, memset"
    if (dso ~ /libc\.so/ && name ~ /alloc|free|unlink_chunk/)
      return "C library: malloc, free"
    if (dso ~ /libc\.so|libm|libdw|libelf|libxml|libexpat/)
      return "C library: the rest"
    if (dso !~ /liboriel/) return "the program"
    if (file ~ /^sim\/engine/)
      return "sim/engine: event queue, contexts"
    if (file ~ /^sim\/rank|^sim\/strand/)
      return "sim/rank: local time, parking"
    if (file ~ /^sim\/net|^sim\/cost/)
      return "sim/net, sim/cost: dates of messages"
    if (file ~ /^sim\/rma/) return "sim/rma: operations, synchronisation"
    if (file ~ /^sim\/p2p/) return "sim/p2p: messages, matching"
    if (file ~ /^sim\/coll/) return "sim/coll: schedules"
    if (file ~ /^sim\/image/) return "sim/image: switch of private state"
    if (file ~ /^sim\/api|gen\//) return "sim/api: entry points, checks"
    if (file ~ /^model/) return "model: epochs, ranges, types, handles"
    if (file ~ /^traces/) return "traces: summary"
    return "rest of Oriel and its libraries"
  }
  { file = "" }
  NF == 4 { getline file <files }
  { share[part($2, $3, file)] += $1; all += $1 }
  END {
    for (p in share) printf "%.1f | %s\n", 100 * share[p] / all, p
  }' "$folder/places" | sort -rn |
  awk -F' \\| ' 'BEGIN { print "| share | part |\n|--:|---|" }
    { printf "| %s %% | %s |\n", $1, $2 }'
