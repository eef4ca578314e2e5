/*
 * Shifts the wall clock of a process by CLOCK_SHIFT seconds: for `npm run test:clock` and `npm run world`, by LD_PRELOAD.
 *
 * With CLOCK_SLOWNESS, a whole number, the wall clock is that many times slower from CLOCK_START on, true seconds since 1970: for
 * pictures that show the same time on slow and fast machines.
 *
 * CLOCK_LEAPS names a file of 8 bytes, a whole number in nanoseconds, by which the wall clock and the monotonic clock have leaped
 * ahead so far. Every process that maps the file leaps when the number grows. A wait in epoll_wait or poll ends when its time has come
 * on the clock that leaps; all other waits and PostgreSQL's timeouts (setitimer) last their true time.
 *
 * Debian's libfaketime cannot be used with PostgreSQL. While a process waits in epoll_wait, its signal handlers see the true time
 * there, so that PostgreSQL's timeouts (statement, lock, deadlock) never end, or all at once.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
/* So soon a waiting process notices a leap, ms. */
#define SLICE 20
/* Bytes of a set of signals, as the kernel counts them. */
#define KERNEL_SIGSET 8

static int64_t shift;
static int64_t start;
static int64_t slowness = 1;
static const volatile int64_t no_leaps;
static const volatile int64_t *leaps = &no_leaps;

__attribute__((constructor)) static void open_clock(void) {
  const char *text = getenv("CLOCK_SHIFT");
  const char *file = getenv("CLOCK_LEAPS");
  const char *slow = getenv("CLOCK_SLOWNESS");
  const char *from = getenv("CLOCK_START");
  shift = text ? atoll(text) * SECOND : 0;
  if (slow && from) {
    slowness = atoll(slow);
    start = atoll(from) * SECOND;
  }
  if (!file) return;
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (page != MAP_FAILED) leaps = page;
}

static void add(struct timespec *at, int64_t nanoseconds) {
  int64_t sum = at->tv_nsec + nanoseconds % SECOND;
  at->tv_sec += nanoseconds / SECOND;
  if (sum < 0) {
    sum += SECOND;
    at->tv_sec -= 1;
  }
  at->tv_sec += sum / SECOND;
  at->tv_nsec = sum % SECOND;
}

/* How far the wall clock has fallen behind because it is slow, ns. */
static int64_t lag(void) {
  if (slowness <= 1) return 0;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  int64_t passed = now.tv_sec * SECOND + now.tv_nsec - start;
  return passed > 0 ? passed - passed / slowness : 0;
}

/* By how much a clock is ahead of the true one, ns. */
static int64_t ahead(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
      return shift + *leaps - lag();
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
      return *leaps;
    default:
      return 0;
  }
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int status = (int)syscall(SYS_clock_gettime, clock, at);
  if (status == 0) add(at, ahead(clock));
  return status;
}

int gettimeofday(struct timeval *at, void *zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* Milliseconds of the clock that leaps. */
static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Waits in slices until something happens or `timeout` ms have passed on the clock that leaps. */
#define IN_SLICES(wait)                                                     \
  if (timeout <= 0 || leaps == &no_leaps) return wait(timeout);             \
  int64_t until = now_ms() + timeout;                                       \
  for (;;) {                                                                \
    int64_t left = until - now_ms();                                        \
    int status = wait((int)(left <= 0 ? 0 : left < SLICE ? left : SLICE));  \
    if (status != 0 || left <= 0) return status;                            \
  }

int epoll_pwait(int epoll, struct epoll_event *events, int count, int timeout, const sigset_t *mask) {
#define WAIT(ms) (int)syscall(SYS_epoll_pwait, epoll, events, count, ms, mask, KERNEL_SIGSET)
  IN_SLICES(WAIT)
#undef WAIT
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  return epoll_pwait(epoll, events, count, timeout, NULL);
}

static int poll_once(struct pollfd *files, nfds_t count, int ms) {
  struct timespec limit = {ms / 1000, ms % 1000 * 1000000L};
  return (int)syscall(SYS_ppoll, files, count, ms < 0 ? NULL : &limit, NULL, KERNEL_SIGSET);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
#define WAIT(ms) poll_once(files, count, ms)
  IN_SLICES(WAIT)
#undef WAIT
}

/*
 * The deadline was computed from a clock that leaps; the true one is waited for. A wall clock counts from 1970, a monotonic one from
 * the start of the machine, so the deadline itself shows which clock is meant.
 */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  static int (*original)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!original) *(void **)&original = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (!original) return EINVAL;
  struct timespec true_deadline = *deadline;
  add(&true_deadline, -ahead(deadline->tv_sec > 1000000000 ? CLOCK_REALTIME : CLOCK_MONOTONIC));
  return original(condition, mutex, &true_deadline);
}
