/* Included by orielcc --check before every source file. */
#if !defined ORIEL_CHECK_H && !defined __ASSEMBLER__
#define ORIEL_CHECK_H

#pragma GCC system_header /* no warnings of it, whatever the standard */

/* The members of std::string are in the C++ run time, not instrumented; this
 * lets the compiler make them anew, as it does when they are to be checked. */
#if defined __cplusplus && defined __has_include
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif

/* gcc expands calls of these builtins inline, and does not instrument them;
 * here they become calls of the C library's functions, under names that
 * compilers know nothing about. */
#ifndef __clang__
#ifdef __cplusplus
extern "C" {
#endif
#define ORIEL_CALLED(name) __asm__(#name)
extern void *oriel_memcpy(void *, const void *, __SIZE_TYPE__)
    ORIEL_CALLED(memcpy);
extern void *oriel_mempcpy(void *, const void *, __SIZE_TYPE__)
    ORIEL_CALLED(mempcpy);
extern void *oriel_memmove(void *, const void *, __SIZE_TYPE__)
    ORIEL_CALLED(memmove);
extern void *oriel_memset(void *, int, __SIZE_TYPE__) ORIEL_CALLED(memset);
extern char *oriel_strcpy(char *, const char *) ORIEL_CALLED(strcpy);
extern char *oriel_stpcpy(char *, const char *) ORIEL_CALLED(stpcpy);
extern char *oriel_strncpy(char *, const char *, __SIZE_TYPE__)
    ORIEL_CALLED(strncpy);
extern char *oriel_strcat(char *, const char *) ORIEL_CALLED(strcat);
extern char *oriel_strncat(char *, const char *, __SIZE_TYPE__)
    ORIEL_CALLED(strncat);
extern int oriel_memcmp(const void *, const void *, __SIZE_TYPE__)
    ORIEL_CALLED(memcmp);
extern int oriel_bcmp(const void *, const void *, __SIZE_TYPE__)
    ORIEL_CALLED(bcmp);
extern void oriel_bzero(void *, __SIZE_TYPE__) ORIEL_CALLED(bzero);
extern int oriel_strcmp(const char *, const char *) ORIEL_CALLED(strcmp);
extern int oriel_strncmp(const char *, const char *, __SIZE_TYPE__)
    ORIEL_CALLED(strncmp);
#undef ORIEL_CALLED
#ifdef __cplusplus
}
#endif

#define __builtin_memcpy oriel_memcpy
#define __builtin_mempcpy oriel_mempcpy
#define __builtin_memmove oriel_memmove
#define __builtin_memset oriel_memset
#define __builtin_strcpy oriel_strcpy
#define __builtin_stpcpy oriel_stpcpy
#define __builtin_strncpy oriel_strncpy
#define __builtin_strcat oriel_strcat
#define __builtin_strncat oriel_strncat
#define __builtin_bzero oriel_bzero

/* What compares constants may be one itself, as a case or an array's size. */
#ifdef __cplusplus
#define ORIEL_COMPARE(builtin, called)                                         \
  (__builtin_is_constant_evaluated() ? builtin : called)
#else
#define ORIEL_COMPARE(builtin, called)                                         \
  __builtin_choose_expr(__builtin_constant_p(builtin), builtin, called)
#endif
#define __builtin_memcmp(...)                                                  \
  ORIEL_COMPARE(__builtin_memcmp(__VA_ARGS__), oriel_memcmp(__VA_ARGS__))
#define __builtin_bcmp(...)                                                    \
  ORIEL_COMPARE(__builtin_bcmp(__VA_ARGS__), oriel_bcmp(__VA_ARGS__))
#define __builtin_strcmp(...)                                                  \
  ORIEL_COMPARE(__builtin_strcmp(__VA_ARGS__), oriel_strcmp(__VA_ARGS__))
#define __builtin_strncmp(...)                                                 \
  ORIEL_COMPARE(__builtin_strncmp(__VA_ARGS__), oriel_strncmp(__VA_ARGS__))
#endif

#endif
