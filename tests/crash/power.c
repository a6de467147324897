/* Loaded before libc: whenever a file below POWER_WATCH is synced, what is in it then is kept in POWER_KEPT.
   What was never synced is lost with the power. A file taken away stays away: SQLite syncs its folder, too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(int fd)
{
    const char *watch = getenv("POWER_WATCH"), *kept = getenv("POWER_KEPT");
    char link[64], path[PATH_MAX], half[PATH_MAX], whole[PATH_MAX], block[65536];
    ssize_t length;
    if (!watch || !kept)
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return;
    path[length] = 0;
    if (strncmp(path, watch, strlen(watch)))
        return;
    snprintf(whole, sizeof whole, "%s/%s", kept, strrchr(path, '/') + 1);
    snprintf(half, sizeof half, "%s.%d.half", whole, fd);
    int to = open(half, O_WRONLY | O_CREAT | O_TRUNC, 0600), from = open(path, O_RDONLY);
    if (to < 0 || from < 0)
        abort();
    while ((length = read(from, block, sizeof block)) > 0)
        if (write(to, block, length) != length)
            abort();
    close(from);
    close(to);
    rename(half, whole); /* the sync has happened once this name is there */
}

int fsync(int fd)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int done = real(fd);
    if (!done)
        keep(fd);
    return done;
}

int fdatasync(int fd)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    int done = real(fd);
    if (!done)
        keep(fd);
    return done;
}

int unlink(const char *path)
{
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    const char *watch = getenv("POWER_WATCH"), *kept = getenv("POWER_KEPT");
    char whole[PATH_MAX];
    int done = real(path);
    if (!done && watch && kept && !strncmp(path, watch, strlen(watch))) {
        snprintf(whole, sizeof whole, "%s/%s", kept, strrchr(path, '/') + 1);
        real(whole);
    }
    return done;
}
