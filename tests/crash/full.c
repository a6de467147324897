/* Loaded before libc: while the file FULL_FLAG exists, nothing more can be written below FULL_WATCH, as on a
   full disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int full(int fd)
{
    const char *watch = getenv("FULL_WATCH"), *flag = getenv("FULL_FLAG");
    char link[64], path[PATH_MAX];
    ssize_t length;
    if (!watch || !flag || access(flag, F_OK))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return !strncmp(path, watch, strlen(watch));
}

#define REFUSE(fd) if (full(fd)) { errno = ENOSPC; return -1; }

ssize_t write(int fd, const void *data, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    REFUSE(fd)
    return real(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite");
    REFUSE(fd)
    return real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    REFUSE(fd)
    return real(fd, data, size, at);
}
