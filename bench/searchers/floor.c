/* Dial's algorithm over flat arrays: the steps out of place p are those from first[p] up to first[p + 1]. */
#include <stdint.h>

enum { FAR = 1 << 20, MOST = 128, LONGEST = 8192 };

static int32_t bucket[MOST][LONGEST];

/* The least cost of every place into `found`; how many places there are in reach. */
int32_t reach(int32_t places, const int32_t *first, const int32_t *to, const int32_t *cost, int32_t start,
              int32_t points, int32_t surcharge, const uint8_t *not_first, const uint8_t *shut,
              const uint8_t *ends, int32_t *found)
{
    int32_t length[MOST] = {0}, count = 0;
    for (int32_t p = 0; p < places; p++)
        found[p] = FAR;
    found[start] = 0;
    bucket[0][length[0]++] = start;
    for (int32_t spent = 0; spent <= points; spent++) {
        for (int32_t n = 0; n < length[spent]; n++) {
            int32_t place = bucket[spent][n], begun = place == start;
            if (found[place] != spent)
                continue;
            count++;
            if (ends[place] && !begun)
                continue;
            for (int32_t e = first[place]; e < first[place + 1]; e++) {
                int32_t next = to[e], total = spent + cost[e] + (begun ? surcharge : 0);
                if (total > points || shut[next] || (begun && not_first[next]) || total >= found[next])
                    continue;
                found[next] = total;
                bucket[total][length[total]++] = next;
            }
        }
    }
    return count;
}
