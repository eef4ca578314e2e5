const AHEAD_MS = 10 * 60_000
const BEHIND_MS = 60 * 86_400_000

/** A time from a phone, and whether it was corrected. */
interface PhoneTime {
  at: string
  isCorrected: boolean
}

/**
 * The time of an event reported by a phone. The phone's time is used if it is at most 60 days before and 10 minutes after the
 * server's; otherwise it is shifted by the phone's offset; if that is unknown or does not help, it is the time of receipt.
 * @param at by the phone's clock
 * @param sent_at the phone's clock when it sent this
 */
export function phoneTime(
  at: string,
  { now, sent_at }: { now: Date; sent_at?: string | undefined },
): PhoneTime {
  const received = now.getTime()
  const isPlausible = (one: number) => one >= received - BEHIND_MS && one <= received + AHEAD_MS
  const time = Date.parse(at)
  if (isPlausible(time)) return { at, isCorrected: false }
  const moved = sent_at === undefined ? Number.NaN : time + received - Date.parse(sent_at)
  return { at: new Date(isPlausible(moved) ? moved : received).toISOString(), isCorrected: true }
}
