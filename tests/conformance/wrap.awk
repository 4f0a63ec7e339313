# An MPI_X for every function of functions.tsv that calls PMPI_X and notes what
# it returned, as profilers do: covers.h tells by it which functions a program
# really called.
#
#   awk -f wrap.awk functions.tsv >wrap.c

BEGIN {
  FS = "\t"
  print "/* Made by tests/conformance/wrap.awk. */"
  print "#include <mpi.h>\n"
  print "void covers_note(int function, int error);\n"
}

/^#/ || NF != 4 { next }
{
  names[++n] = $2
  list = $4
  gsub(/int [a-z]*weights\[\]/, "&@", list)
  while (match(list, /[a-z]*weights\[\]@/))
    list = substr(list, 1, RSTART - 1) "*" \
           substr(list, RSTART, RLENGTH - 3) substr(list, RSTART + RLENGTH)
  variable = sub(/, \.\.\.$/, "", list) ? ", ..." : ""
  print $3 " " $2 "(" list variable ")\n{"
  call = "P" $2 "(" arguments(list) ")"
  if ($3 == "int" && $2 !~ /_toint$/)
    print "  int returned = " call ";\n  covers_note(" n - 1 ", returned);"
  else
    print "  " $3 " returned = " call ";\n  covers_note(" n - 1 ", MPI_SUCCESS);"
  print "  return returned;\n}\n"
}

END {
  print "const char *const covers_names[] = {"
  for (i = 1; i <= n; i++) print "  \"" names[i] "\","
  print "};\nconst int covers_count = " n ";"
}

# The names in a parameter list, as arguments of a call.
function arguments(list,    part, k, count, result) {
  if (list == "void") return ""
  count = split(list, part, /, /)
  returned = ""
  for (k = 1; k <= count; k++) {
    sub(/(\[[0-9]*\])+$/, "", part[k])
    sub(/^.*[ *]/, "", part[k])
    result = result (k > 1 ? ", " : "") part[k]
  }
  return result
}
