# The switch of contexts keeps no register but those it saves: what is compiled
# for AVX-512 keeps nothing in its further ones meanwhile.
. "$ROOT/tests/cases/lib.sh"

cat >keep.c <<'END'
#include "sim/engine/contexts.c"
#include <immintrin.h>
__m512 keep_vector(void **from, void *to, __m512 x) {
  context_switch(from, to);
  return x; }
__m512 keep_mask(void **from, void *to, const __m512 *x, __m512 less) {
  __mmask16 mask = _mm512_cmp_ps_mask(*x, less, _CMP_LT_OS);
  context_switch(from, to);
  return _mm512_maskz_mov_ps(mask, *x); }
END
for cc in gcc clang; do
  command -v $cc >/dev/null || continue
  $cc -std=c11 -D_GNU_SOURCE -O2 -mavx512f -I"$ROOT" -I"$ROOT/$B/include" \
    -I"$ROOT/$B/gen" -S -o keep.s keep.c
  sed -n '/^keep_vector:/,/ret/p' keep.s >vector
  sed -n '/^keep_mask:/,/ret/p' keep.s >mask
  grep -q '%zmm0,' vector && grep -q '%k1}' mask ||
    complain "$cc: not the instructions that were expected"
  ! grep 'zmm[123][0-9]' vector || complain "$cc keeps a vector in a register"
  grep -q 'kmovw.*%k1,' mask || complain "$cc keeps a mask in its register"
done
