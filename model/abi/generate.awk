# The tables of the MPI ABI become C: one pass, in the order of the tables.
#
#   awk -v out=DIR -f generate.awk types.tsv constants.tsv functions.tsv
#       extra.tsv
#
# writes DIR/include/mpi.h, what programs see, and in DIR/gen
#   api.h        prototypes of the functions in sim/api, and their numbers
#   entries.c    the exported functions, which call those of sim/api
#   functions.c  the table functions[] of model/abi/function.h
# Rows are told apart by their first column; those of types.tsv have only one.
# Invariant: a function stands at the same index everywhere. POSIX awk.

BEGIN {
  FS = "\t"
}

/^#/ || NF == 0 { next }
FILENAME ~ /types\.tsv$/ { types[++ntypes] = $0; next }
$1 == "type" { types[++ntypes] = $2; next }
$1 == "macro" || $1 == "enum" {
  nconstants++
  kind[nconstants] = $1
  constant[nconstants] = $2
  value[nconstants] = $3
  next
}
$1 == "variable" { variables[++nvariables] = $2 $3; next }
NF == 4 || NF == 5 {
  n++
  area[n] = $1
  name[n] = substr($2, 5) # without MPI_
  returns[n] = $3
  parameters[n] = $4
  other_name_of[n] = substr($5, 5)
  row[name[n]] = n
  next
}
{
  print FILENAME ":" FNR ": not a row of these tables" >"/dev/stderr"
  failed = 1
  exit 1
}

END {
  if (failed) exit 1
  for (i = 1; i <= n; i++) written[i] = written_by(i)
  write_header(out "/include/mpi.h")
  write_api(out "/gen/api.h")
  write_entries(out "/gen/entries.c")
  write_functions(out "/gen/functions.c")
}

# --- what a function is like ---

# The row whose api_ function serves row i: the one that i is another name of,
# MPI_X for an MPI_X_c that differs from it only in scalars that are wider, else
# i itself.
function written_by(i,    short, base) {
  if (other_name_of[i] != "") return written_by(row[other_name_of[i]])
  short = name[i]
  if (!sub(/_c$/, "", short) || !(short in row)) return i
  base = row[short]
  return widened(parameters[base]) == widened(parameters[i]) ? base : i
}

# The parameters with each int, MPI_Aint or MPI_Count passed by value as
# MPI_Count if the large version of the function has one there. Only those of
# a row that has a large version are ever compared.
function widened(list,    part, k, count, result) {
  count = split(list, part, /, /)
  result = ""
  for (k = 1; k <= count; k++) {
    if (part[k] ~ /^(int|MPI_Aint|MPI_Count) [a-z_0-9]+$/)
      sub(/^[A-Za-z_]+/, "MPI_Count", part[k])
    result = result (k > 1 ? ", " : "") part[k]
  }
  return result
}

# The parameters of api_ for row i: those of its large version where that
# shares the function.
function api_parameters(i) {
  if ((name[i] "_c") in row && written[row[name[i] "_c"]] == i)
    return parameters[row[name[i] "_c"]]
  if (parameters[i] ~ /, \.\.\.$/)
    return substr(parameters[i], 1, length(parameters[i]) - 5)
  return parameters[i]
}

# Weights as pointers, the same type: compilers warn when the constant address
# MPI_UNWEIGHTED is passed for what is written as an array.
function public_parameters(i,    p) {
  p = parameters[i]
  while (match(p, /int [a-z]*weights\[\]/))
    p = substr(p, 1, RSTART + 3) "*" substr(p, RSTART + 4, RLENGTH - 6) \
        substr(p, RSTART + RLENGTH)
  return p
}

# The names in a parameter list, as arguments of a call.
function arguments(list,    part, k, count, result) {
  if (list == "void") return ""
  count = split(list, part, /, /)
  result = ""
  for (k = 1; k <= count; k++) {
    if (part[k] == "...") continue
    sub(/(\[[0-9]*\])+$/, "", part[k])
    sub(/^.*[ *]/, "", part[k])
    result = result (k > 1 ? ", " : "") part[k]
  }
  return result
}

# The same, where OWN() finds thread-locals: all addresses but those that MPI
# only hands back, and those of functions.
function own_arguments(i,    part, argument, k, count, result) {
  count = split(parameters[i], part, /, /)
  split(arguments(parameters[i]), argument, /, /)
  result = ""
  for (k = 1; k <= count && part[k] !~ /^(void|\.\.\.)$/; k++) {
    if (part[k] ~ /[*\[]/ && part[k] !~ /_function|_fn|extra_state|user_data/ &&
        !(part[k] ~ /attribute_val/ && name[i] ~ /_set_attr$|^Attr_put$/))
      argument[k] = "OWN(" argument[k] ")"
    result = result (k > 1 ? ", " : "") argument[k]
  }
  return result
}

# Must this parameter be an address? Results are written there; only statuses,
# MPI_Init's arguments and strings of a length that may be 0 can be left out,
# and buffers and arrays are checked with their counts; what the tool interface
# tells of something may be left out. Some check by hand, who must first find
# the error handler in another argument.
function needed(i, parameter) {
  if (name[i] ~ /^(Session_init|T_init_thread|Parrived|.*_from_groups?)$/)
    return 0
  if (area[i] == "tool")
    return name[i] !~ /_get_(info|item)$/ &&
           parameter ~ /^((const )?void \*buf(fer)?|(int|MPI_.*) \*[a-z_]+)$/
  if (parameter ~ /^MPI_Status|_function| \*argc$/) return 0
  if (parameter ~ /^void \*attribute_val$/)
    return name[i] ~ /_get_attr$|^Attr_get$/
  if (name[i] !~ /_set_/ && parameter ~ /^void \*logical_(true|false)$/)
    return 1
  return parameter ~ /^void \*(baseptr|buffer_addr)$/ ||
         parameter ~ /^(int|double|MPI_[A-Z][a-z]+) \*[a-z_]+$/ ||
         parameter ~ /^char \*((comm|type|win)_name|name|string|version)$/ ||
         parameter ~ /^char \*(datarep|key)$/
}

# The call that says so. Its error handler is that of the first of these in the
# parameters.
function null_call(i,    part, word, k, count) {
  if (area[i] == "tool") return "call_null_tool("
  if (name[i] ~ /^File_(open|close)$/) return "call_null_file(MPI_FILE_NULL, "
  count = split(parameters[i], part, /, /)
  for (k = 1; k <= count; k++) {
    split(part[k], word, " ")
    if (part[k] ~ /^MPI_(Comm|Win|File|Session) [a-z_0-9]+$/)
      return "call_null_" tolower(substr(word[1], 5)) "(" word[2] ", "
  }
  return "call_null("
}

function write_null_checks(file, i,    part, word, k, count) {
  count = split(parameters[i], part, /, /)
  for (k = 1; k <= count; k++) {
    if (!needed(i, part[k])) continue
    split(part[k], word, "*")
    print "  if (!" word[2] ")" >file
    print "    return call_leave(" >file
    print "        &call, " null_call(i) "\"" word[2] "\"));" >file
  }
}

# Conversions of values: no state, no errors, allowed at any time.
function pure(i) {
  if (name[i] ~ /^Status_/) return 0
  return name[i] ~ /_(toint|fromint|c2f|f2c)$/ ||
         name[i] ~ /^(Aint_add|Aint_diff|Wtick)$/
}

# May look in vain, and is called again then: sim/rank/polls.h.
function polls(i) {
  return name[i] ~ /^(Test(all|any|some)?|Im?probe|Win_(test|sync))$/ ||
         name[i] ~ /^(Win_flush.*|Request_get_status.*|Parrived)$/
}

# Does it bring an answer, for which a loop may ask? Its caller's state is looked
# at, too.
function fetches(i) {
  return name[i] ~ /^R?[Gg]et(_accumulate)?(_c)?$/ ||
         name[i] ~ /^(Fetch_and_op|Compare_and_swap)$/
}

# May be called before MPI_Init and after MPI_Finalize. [MPI-4.1 11.4.1]
function anytime(i) {
  if (area[i] ~ /^(abi|handles|info|session|tool)$/) return 1
  if (name[i] ~ /^(Add|Remove)_error_|^Error_|_create_errhandler$/) return 1
  return name[i] ~ /^(Init|Init_thread|Initialized|Finalized)$/ ||
         name[i] ~ /^(Get_version|Get_library_version)$/ ||
         name[i] ~ /^(Abort|Wtime|Wtick|Errhandler_free)$/ ||
         name[i] ~ /^(Aint_add|Aint_diff)$/
}

# Is there nothing that it could do here?
function refuses(i) {
  if (name[i] ~ /^Register_datarep(_c)?$/) return 1
  return area[i] == "dynamic-processes" &&
         name[i] !~ /^Comm_(get_parent|disconnect)$/
}

# Is it part of asking for something, and tells nobody anything? Its results are
# part of the answer.
function asking(i,    short) {
  short = name[i]
  sub(/_c$/, "", short)
  return short ~ /^(Put|Get|Rput|Rget|Accumulate|Raccumulate)$/ ||
         short ~ /^(Get_accumulate|Rget_accumulate)$/ ||
         short ~ /^(Fetch_and_op|Compare_and_swap)$/ ||
         short ~ /^Win_((un)?lock(_all)?|flush(_local)?(_all)?|sync)$/ ||
         short ~ /^(Test|Wait)(all|any|some)?$/ ||
         short ~ /^(Iprobe|Request_get_status|Initialized|Finalized)$/ ||
         short ~ /^(Comm_rank|Comm_size|Type_size|Win_get_attr|Wtime)$/ ||
         short ~ /^(Aint_add|Aint_diff|Get_address)$/
}

# Who knows of the operations that it completes: enum function_ends.
function ends(i) {
  if (name[i] ~ /^Win_unlock(_all)?$/) return "ENDS_LOCK"
  if (name[i] ~ /^Win_(fence|free)$/) return "ENDS_TOGETHER"
  return "ENDS_ALONE"
}

# --- output ---

function opening(what) {
  return "/* " what "\n" \
         " * Generated by model/abi/generate.awk from the tables beside it. */"
}

function declared(type, symbol, list, end) {
  return folded(type " " symbol "(" list ")" end)
}

# The text in lines of at most 80 columns, broken after commas and semicolons.
function folded(text,    part, k, count, line, result) {
  count = split(text, part, / /)
  line = part[1]
  result = ""
  for (k = 2; k <= count; k++) {
    if (part[k - 1] ~ /[,;{]$/ && room(part, k, count) > 80 - length(line)) {
      result = result line "\n"
      line = "    " part[k]
    } else
      line = line " " part[k]
  }
  return result line
}

# Columns from word k to the next place where a line may break.
function room(part, k, count,    columns) {
  columns = 1 + length(part[k])
  while (part[k] !~ /[,;]$/ && k < count) columns += 1 + length(part[++k])
  return columns
}

# No comma behind the last, which C89 and C++98 do not allow.
function write_constants(file,    i, comma) {
  printf "\nenum {" >file
  for (i = 1; i <= nconstants; i++)
    if (kind[i] == "enum") {
      printf "%s\n  %s = %s", comma, constant[i], value[i] >file
      comma = ","
    }
  print "\n};\n" >file
}

function write_header(file,    i) {
  print opening("MPI: the C interface of the MPI 5.0 standard ABI.") >file
  print "#ifndef ORIEL_MPI_H" >file
  print "#define ORIEL_MPI_H" >file
  print "" >file
  print "/* No warnings of casts in macros, as of other headers of a system. */" \
    >file
  print "#pragma GCC system_header" >file
  print "\n#include <stddef.h>\n#include <stdint.h>" >file
  print "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n" >file
  for (i = 1; i <= ntypes; i++) print folded("typedef " types[i] ";") >file
  write_constants(file)
  for (i = 1; i <= nconstants; i++)
    if (kind[i] == "macro") print "#define " constant[i] " " value[i] >file
  print "" >file
  for (i = 1; i <= nvariables; i++) print "extern " variables[i] ";" >file
  print "" >file
  for (i = 1; i <= n; i++)
    print declared(returns[i], "MPI_" name[i], public_parameters(i), ";") >file
  print "" >file
  for (i = 1; i <= n; i++)
    print declared(returns[i], "PMPI_" name[i], public_parameters(i), ";") >file
  print "\n#ifdef __cplusplus\n}\n#endif\n\n#endif" >file
  close(file)
}

function write_api(file,    i) {
  print opening("The functions of sim/api behind the entries.") >file
  print "#ifndef ORIEL_API_H\n#define ORIEL_API_H\n\n#include <mpi.h>\n" >file
  print "#pragma GCC visibility push(hidden)" >file
  print "enum {" >file
  for (i = 1; i <= n; i++) print "  CALL_" name[i] "," >file
  print "};\n" >file
  for (i = 1; i <= n; i++)
    if (written[i] == i)
      print declared(returns[i], "api_" name[i], api_parameters(i), ";") >file
  print "#pragma GCC visibility pop\n\n#endif" >file
  close(file)
}

# Those that nobody wrote have the address NULL; of the pure ones, which
# cannot fail, there is none that nobody wrote.
function weaken(file, pure_too,    i) {
  for (i = 1; i <= n; i++)
    if (written[i] == i && (pure_too || !pure(i)))
      print "#pragma weak api_" name[i] >file
  print "" >file
}

function write_entries(file,    i) {
  print opening("What programs link with: MPI_X is a weak PMPI_X.") >file
  print "#pragma GCC visibility push(default)" >file
  print "#include <mpi.h>" >file
  print "#pragma GCC visibility pop" >file
  print "#include <api.h>" >file
  print "#include \"sim/api/call.h\"\n" >file
  weaken(file, 0)
  for (i = 1; i <= n; i++) write_entry(file, i)
  close(file)
}

function write_entry(file, i,    api, call) {
  api = "api_" name[written[i]]
  call = api "(" (pure(i) ? arguments(parameters[i]) : own_arguments(i)) ")"
  print declared(returns[i], "PMPI_" name[i], parameters[i], "") "\n{" >file
  if (pure(i))
    print "  return " call ";" >file
  else {
    print "  struct call call;" >file
    if (polls(i) || fetches(i)) print "  CALLER_KEEP;" >file
    print folded("  call_enter(&call, CALL_" name[i] ", " \
                 "__builtin_return_address(0));") >file
    if (returns[i] == "int") {
      print "  if (!" api ") return call_leave(&call, call_unsupported());" >file
      write_null_checks(file, i)
      print folded("  return call_leave(&call, " call ");") >file
    } else {
      print "  " returns[i] " result = " call ";" >file
      print "  call_leave(&call, 0);" >file
      print "  return result;" >file
    }
  }
  print "}" >file
  print "extern __typeof__(PMPI_" name[i] ") MPI_" name[i] >file
  print "    __attribute__((weak, alias(\"PMPI_" name[i] "\")));\n" >file
}

function write_functions(file,    i) {
  print opening("Every MPI function: the table of function.h.") >file
  print "#include <api.h>" >file
  print "#include \"model/abi/function.h\"\n" >file
  weaken(file, 1)
  print "const struct function functions[] = {" >file
  for (i = 1; i <= n; i++) {
    print "  {\"MPI_" name[i] "\", \"" area[i] "\"," >file
    print "   (void (*)(void))api_" name[written[i]] "," >file
    print "   " anytime(i) ", " refuses(i) ", " asking(i) ", " ends(i) "}," >file
  }
  print "};\n" >file
  print "const int function_count = sizeof functions / sizeof *functions;" \
    >file
  close(file)
}
