# Calls that MPI refuses, one bad argument each, for every function of an area.
#
#   awk -v area=AREA -f refused.awk arguments.tsv functions.tsv >refused_AREA.c
#
# arguments.tsv says what is legal and what is bad; the error handler that must
# be called follows from the parameters: that of the file, session, window or
# communicator unless just that is the bad one, else MPI_COMM_SELF's.
# Invariant: a call has one bad argument. POSIX awk.

BEGIN {
  FS = "\t"
}

/^#/ || NF == 0 { next }
$1 == "legal" { legal[++nlegal] = $0; next }
$1 == "bad" { bad[++nbad] = $0; next }
$1 == "good" { good[++ngood] = $0; next }
$1 == area { functions[++n] = substr($2, 5); parameters[n] = $4; next }

END {
  print "/* Made by tests/conformance/refused.awk. */"
  print "#include \"refused.h\"\n"
  for (i = 1; i <= n; i++) write_function(functions[i], parameters[i])
  print "int main(int argc, char **argv)\n{"
  print "  refused_begin(&argc, &argv);"
  for (i = 1; i <= n; i++)
    if (written[functions[i]])
      print "  if (wanted(\"" functions[i] "\")) refused_" functions[i] "();"
  print "  return refused_end();\n}"
}

# Those without handlers, errors or a bad argument, and those that end the run.
function left_out(f) {
  if (area == "tool") return 1 # whose errors are of other classes
  return f ~ /^(Abort|Init|Init_thread|Finalize|Pcontrol|.*_(c2f|f2c|toint|fromint))$/
}

function write_function(f, list,    count, i, k, row, calls) {
  if (left_out(f) || list == "void") return
  count = split(list, part, /, /)
  for (i = 1; i <= count; i++) take(i, part[i])
  for (i = 1; i <= count; i++) value[i] = legal_value(f, i)
  primary = primary_of(count)
  about_files = f ~ /^File_/ && f != "File_create_errhandler"
  for (i = 1; i <= count; i++)
    for (k = 1; k <= nbad; k++) {
      split(bad[k], row, "\t")
      if (!fits(f, i, row) || is_good(f, i, row[5])) continue
      if (!calls++) print "static void refused_" f "(void)\n{"
      write_call(f, count, i, row[5], row[6])
    }
  if (!calls) return
  written[f] = 1
  print "}\n"
}

# The parameter's type without const and brackets, and its name.
function take(i, text) {
  if (text == "...") text = "int more"
  sub(/^const /, "", text)
  while (sub(/\[[0-9]*\]$/, "", text)) ;
  match(text, /[a-z_0-9A-Z]+$/)
  name[i] = substr(text, RSTART)
  type[i] = substr(text, 1, RSTART - 1)
  sub(/ $/, "", type[i])
}

function whole(text, pattern) {
  return text ~ ("^(" pattern ")$")
}

function fits(f, i, row) {
  return (whole(f, row[2]) || whole(area ":" f, row[2])) &&
         whole(type[i], row[3]) && whole(name[i], row[4])
}

function is_good(f, i, expression,    k, row) {
  for (k = 1; k <= ngood; k++) {
    split(good[k], row, "\t")
    if (row[5] == expression && fits(f, i, row)) return 1
  }
  return 0
}

function legal_value(f, i,    k, row) {
  for (k = 1; k <= nlegal; k++) {
    split(legal[k], row, "\t")
    if (fits(f, i, row)) return expanded(row[5], i)
  }
  print "no legal value: " f " " type[i] " " name[i] >"/dev/stderr"
  exit 1
}

# @# is a number that differs between the parameters, @ the base type.
function expanded(expression, i,    base) {
  base = type[i]
  sub(/ \*+$/, "", base)
  gsub(/@#/, i, expression)
  gsub(/@/, base, expression)
  return expression
}

# The parameter whose error handler it is, 0 for none.
function primary_of(count,    i) {
  for (i = 1; i <= count; i++)
    if (type[i] ~ /^MPI_(Win|File|Session)$/) return i
  for (i = 1; i <= count; i++)
    if (type[i] == "MPI_Comm") return i
  for (i = 1; i <= count; i++)
    if (value[i] == "session_handler") return -1
  return 0
}

function handler(f, i, expression) {
  if (about_files) return "FILE"
  if (expression == "at_comm(MPI_COMM_WORLD)") return "COMM"
  if (name[i] == "errhandler" && f ~ /_init$|_from_groups?$/) return "SELF"
  if (f ~ /_from_groups?$/) return "COMM" # the handler that was passed
  if (f ~ /^(Pready|Parrived)/)
    return name[i] == "request" && is_invalid(expression) ? "SELF" : "COMM"
  if (primary == 0) return "SELF"
  if (primary < 0) return "SESSION"
  if (i == primary && is_invalid(expression)) return "SELF"
  return toupper(substr(type[primary], 5))
}

# No object of its kind, so there is no error handler to find at it.
function is_invalid(expression) {
  return expression ~ /NULL|freed|garbage|\(MPI_(Comm|Win)\)MPI_/
}

function write_call(f, count, bad_one, expression, class,    i, text) {
  text = ""
  expression = expanded(expression, bad_one)
  for (i = 1; i <= count; i++)
    text = text (i > 1 ? ", " : "") (i == bad_one ? expression : value[i])
  print "  TRY(" f ", " class ", " handler(f, bad_one, expression) ", " name[bad_one] \
    ", (" expression "),"
  print "      MPI_" f "(" text "));"
}
