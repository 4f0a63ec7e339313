# The table of the conformance suite, in Markdown, from what its programs
# printed:
#
#   awk -f table.awk functions.tsv results
#
# functions    the MPI functions of the area
# covered      those with legal use whose result is checked
# passing      those of them of which no check and no refusal failed
# unsupported  those that fail with MPI_ERR_UNSUPPORTED_OPERATION, which are
#              named below the table
# refusals     calls with one bad argument that gave the right error class
#              through the right error handler, of all that were tried

BEGIN {
  FS = "\t"
}

FNR == 1 { file++ }
file == 1 && !/^#/ && NF == 4 {
  area[$2] = $1
  name[++n] = $2
  if (!($1 in functions)) areas[++nareas] = $1
  functions[$1]++
  next
}
{
  split($0, word, " ")
  f = word[2]
  if (!(f in area)) next
  if (word[1] == "covered") {
    covered[f] = 1
    if (word[3] != "ok") failed[f] = 1
  } else if (word[1] == "unsupported")
    unsupported[f] = 1
  else if (word[1] == "refused") {
    tried[area[f]]++
    if (word[4] == "ok") refused[area[f]]++
    else failed[f] = 1
  }
}

END {
  for (i = 1; i <= n; i++) {
    f = name[i]
    a = area[f]
    if (unsupported[f]) {
      lacks[a]++
      listed = listed (listed == "" ? "" : ", ") f
    } else if (covered[f]) {
      covers[a]++
      if (!failed[f]) passes[a]++
    }
  }
  print "| area | functions | covered | passing | unsupported | refusals |"
  print "|---|--:|--:|--:|--:|--:|"
  for (i = 1; i <= nareas; i++) {
    for (j = i + 1; j <= nareas; j++)
      if (areas[j] < areas[i]) {
        swap = areas[i]
        areas[i] = areas[j]
        areas[j] = swap
      }
    row(areas[i])
  }
  printf "| all | %d | %d | %d | %d | %d of %d |\n", sum[1], sum[2], sum[3],
         sum[4], sum[5], sum[6]
  if (listed != "") print "\nUnsupported: " listed "."
}

function row(a) {
  printf "| %s | %d | %d | %d | %d | %s |\n", a, functions[a], covers[a],
         passes[a], lacks[a],
         tried[a] ? (refused[a] + 0) " of " tried[a] : ""
  sum[1] += functions[a]
  sum[2] += covers[a]
  sum[3] += passes[a]
  sum[4] += lacks[a]
  sum[5] += refused[a]
  sum[6] += tried[a]
}
