# Reads the directives in the first comment of a test program and writes, for
# each of its runs, what the runner needs into files in the folder `out`:
#   N.run     the run's settings, as NAME=VALUE words
#   N.stdout  the expected standard output (absent: anything goes)
#   N.stderr  substrings, a line each, that standard error must hold
#   N.report  the whole expected standard error (absent: N.stderr says)
#   build     extra flags for the compiler
#   mpich     "no" if only Oriel can run it
# They close the comment: what follows the first one is a directive, or begins
# with a space or a parenthesis; so a misspelt one is seen.
# Invariant: what stands before the first "run:" belongs to every run, what
# follows a "run:" to that and those directly above it.
# tests/README.md describes the directives.

function bad(why)
{
  print FILENAME ":" FNR ": " why
  failed = 1
  exit 1
}

# An expectation belongs to the runs from `first` on, which stand together.
function note(kind, text)
{
  for (i = first; i <= runs; i++) own[i, kind] = own[i, kind] text "\n"
  if (!runs) all[kind] = all[kind] text "\n"
  noted = 1
}

{
  line = $0
  sub(/^ ?\/?\*+ ?/, "", line)
  sub(/ *\*\/.*/, "", line)
}
line ~ /^run:/ {
  setting[++runs] = substr(line, 5)
  if (noted || !first) first = runs
  noted = 0
}
line ~ /^stdout:/ { note("stdout", substr(line, 9)) }
line ~ /^stderr:/ { note("stderr", substr(line, 9)) }
line ~ /^report:/ { note("report", substr(line, 9)) }
line ~ /^stdout-any$/ { any = 1 }
line ~ /^build:/ { print substr(line, 7) >(out "/build") }
line ~ /^mpich: no/ { print "no" >(out "/mpich") }
line ~ /^(run|stdout|stderr|report|build|mpich):|^stdout-any$/ {
  directives = 1
  line = ""
}
directives && line !~ /^[ \/(]|^$/ { bad("not a directive: " line) }
/\*\// { exit }

END {
  if (failed) exit 1
  if (!runs) bad("no \"run:\" line in the first comment")
  for (i = 1; i <= runs; i++) {
    print setting[i] >(out "/" i ".run")
    if (!any)
      printf "%s%s", all["stdout"], own[i, "stdout"] >(out "/" i ".stdout")
    if (all["report"] own[i, "report"] != "")
      printf "%s%s", all["report"], own[i, "report"] >(out "/" i ".report")
    printf "%s%s", all["stderr"], own[i, "stderr"] >(out "/" i ".stderr")
  }
}
