/* Searching in what is sorted. */
#ifndef ORIEL_SEARCH_H
#define ORIEL_SEARCH_H

/* Of how many elements, the first ones of `count`, does `holds` hold, an
 * expression of the index `i`? It holds of none behind these. */
#define SEARCH_LEADING(count, i, holds)                                        \
  __extension__({                                                              \
    __typeof__(+(count)) from_ = 0, to_ = (count);                             \
    while (from_ < to_) {                                                      \
      __typeof__(from_) i = (from_ + to_) / 2;                                 \
      if (holds)                                                               \
        from_ = i + 1;                                                         \
      else                                                                     \
        to_ = i;                                                               \
    }                                                                          \
    from_;                                                                     \
  })

#endif
