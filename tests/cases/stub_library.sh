# The library for linkers has the functions and variables of the one that is
# loaded, whatever names of its own a compiler has left in that; and of a kind
# that it cannot give, make is told the name.
. "$ROOT/tests/cases/lib.sh"

stub() { # line of the library...
  printf '%s\n' "$@" >library.cpp
  # What is not inlined stays behind as a name.
  g++ -O0 -shared -fPIC -Wl,-soname,libmade.so.0 -o made.so library.cpp
  expect_exit "$code" sh "$ROOT/make/stub_library.sh" made.so stub.so cc
}
code=0
stub '#include <typeinfo>' \
  'struct shape { virtual ~shape() {} };' \
  'inline const int &one() { static int it = 1; return it; }' \
  'extern "C" const char *name() { return typeid(shape).name() + one(); }' \
  'char mark __asm__("__mark.numbers");' \
  'extern "C" __attribute__((weak)) void weak() { delete new shape; }' \
  'extern "C" { extern long numbers[3]; long numbers[3] = {1}; }'
for name in '_Z[^ ]* u' '_Z[^ ]* V' '_Z[^ ]* W' '__mark[.]numbers B'; do
  nm -D -P --defined-only made.so | grep -q "^$name" ||
    complain "the compiler leaves no name like $name"
done
nm -D -P --defined-only stub.so |
  awk '{ sub(/^0+/, "", $4); print $2 $4, $1 }' >names
expect_file names "T name
D18 numbers
W weak"
readelf -d stub.so >head
expect_text head "[libmade.so.0]"

code=1
stub 'extern "C" { extern const int fixed; const int fixed = 1; }'
expect_text err "stub_library.sh: fixed: a name of kind R"
