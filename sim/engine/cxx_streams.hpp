/* The streams of C++ that programs share, std::cin and the others, on stdio:
 * what a rank reads and writes goes the way of its C streams. */
#ifndef ORIEL_CXX_STREAMS_HPP
#define ORIEL_CXX_STREAMS_HPP

#include <climits>
#include <cstdio>
#include <cwchar>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>

/* std::cin: without a buffer of its own, so that it agrees with stdio. */
class input_buffer : public std::streambuf
{
  FILE *(*input)(void);
  int_type last = traits_type::eof();

public:
  explicit input_buffer(FILE *(*f)(void)) : input(f)
  {
  }

protected:
  int_type underflow() override
  {
    return std::ungetc(std::getc(input()), input());
  }
  int_type uflow() override
  {
    return last = std::getc(input());
  }
  int_type pbackfail(int_type c) override
  {
    return std::ungetc(c == traits_type::eof() ? last : c, input());
  }
  std::streamsize xsgetn(char *to, std::streamsize n) override
  {
    std::streamsize got = std::fread(to, 1, n, input());
    if (got > 0) last = traits_type::to_int_type(to[got - 1]);
    return got;
  }
};

/* std::wcout and the others: stdio's streams take bytes only. */
class wide_output : public std::wstreambuf
{
  FILE *file;

public:
  explicit wide_output(FILE *f) : file(f)
  {
  }

protected:
  int_type overflow(int_type c) override
  {
    char bytes[MB_LEN_MAX];
    std::mbstate_t state = {};
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    std::size_t n = std::wcrtomb(bytes, traits_type::to_char_type(c), &state);
    return n != static_cast<std::size_t>(-1) &&
                   std::fwrite(bytes, 1, n, file) == n
               ? c
               : traits_type::eof();
  }
  int sync() override
  {
    return std::fflush(file);
  }
};

/* Never freed: programs write until the process ends. */
inline void cxx_streams_redirect(FILE *(*input)(void))
{
  static auto *output = new __gnu_cxx::stdio_sync_filebuf<char>(stdout);
  static auto *errors = new __gnu_cxx::stdio_sync_filebuf<char>(stderr);
  static auto *wide_errors = new wide_output(stderr);
  std::cin.rdbuf(new input_buffer(input));
  std::cout.rdbuf(output);
  std::cerr.rdbuf(errors);
  std::clog.rdbuf(errors);
  std::wcout.rdbuf(new wide_output(stdout));
  std::wcerr.rdbuf(wide_errors);
  std::wclog.rdbuf(wide_errors);
}

#endif
