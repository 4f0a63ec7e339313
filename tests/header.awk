# Reads the directives in the first comment of a test program and writes, for
# each of its runs, what the runner needs into files in the folder `out`:
#   N.run     the run's settings, as NAME=VALUE words
#   N.stdout  the expected standard output (absent: anything goes)
#   N.stderr  substrings, a line each, that standard error must hold
#   build     extra flags for the compiler
#   mpich     "no" if only Oriel can run it
# A comment line that begins with a lower-case word and a colon must be one.
# Invariant: what stands before the first "run:" belongs to every run.
# tests/README.md describes the directives.

function bad(why)
{
  print FILENAME ":" FNR ": " why
  failed = 1
  exit 1
}

function note(kind, text)
{
  if (runs) own[runs, kind] = own[runs, kind] text "\n"
  else all[kind] = all[kind] text "\n"
}

{
  line = $0
  sub(/^ ?\/?\*+ ?/, "", line)
  sub(/ *\*\/.*/, "", line)
}
line ~ /^run:/ { setting[++runs] = substr(line, 5) }
line ~ /^stdout:/ { note("stdout", substr(line, 9)) }
line ~ /^stderr:/ { note("stderr", substr(line, 9)) }
line ~ /^stdout-any$/ { any = 1 }
line ~ /^build:/ { print substr(line, 7) >(out "/build") }
line ~ /^mpich: no$/ { print "no" >(out "/mpich") }
line ~ /^[a-z]+:/ && line !~ /^(run|stdout|stderr|build|mpich):/ {
  bad("unknown directive: " line)
}
/\*\// { exit }

END {
  if (failed) exit 1
  if (!runs) bad("no \"run:\" line in the first comment")
  for (i = 1; i <= runs; i++) {
    print setting[i] >(out "/" i ".run")
    if (!any)
      printf "%s%s", all["stdout"], own[i, "stdout"] >(out "/" i ".stdout")
    printf "%s%s", all["stderr"], own[i, "stderr"] >(out "/" i ".stderr")
  }
}
