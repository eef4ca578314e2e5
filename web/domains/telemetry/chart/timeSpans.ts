export const SPAN_NAMES = ['1w', '1m', 'ytd', '1y', 'all'] as const
export type SpanName = (typeof SPAN_NAMES)[number]

export interface TimeSpan {
  /** Epoch milliseconds. */
  from: number
  to: number
  maxPoints: number
}

const DAY = 86_400_000
/** No history is longer than this many days; a point a day is enough for it. */
const ALL_DAYS = 3650

/** The spans of the charts. They end at the next full five minutes, so that the query key stays the same. */
export function timeSpan(name: SpanName, now: number): TimeSpan {
  const to = Math.ceil(now / 300_000) * 300_000
  switch (name) {
    case '1w':
      return { from: to - 7 * DAY, to, maxPoints: 1100 }
    case '1m':
      return { from: to - 30 * DAY, to, maxPoints: 900 }
    case 'ytd':
      return { from: Date.UTC(new Date(now).getUTCFullYear(), 0, 1), to, maxPoints: 900 }
    case '1y':
      return { from: to - 365 * DAY, to, maxPoints: 900 }
    case 'all':
      return { from: to - ALL_DAYS * DAY, to, maxPoints: ALL_DAYS + 10 }
  }
}
