const AHEAD_MS = 10 * 60_000
const BEHIND_MS = 60 * 86_400_000

/** A time of a phone, and whether it is another one than the phone said. */
interface PhoneTime {
  at: string
  isCorrected: boolean
}

/**
 * When something happened that a phone reports. Its clock counts when the time lies within 60 days before and 10 minutes after the
 * server's; else the time is moved by the phone's offset, and if that is unknown or does not help, it is the time of receipt.
 * @param at by the clock of the phone
 * @param sent_at what the clock of the phone said when it sent this
 */
export function phoneTime(
  at: string,
  { now, sent_at }: { now: Date; sent_at?: string | undefined },
): PhoneTime {
  const received = now.getTime()
  const isPlausible = (time: number) => time >= received - BEHIND_MS && time <= received + AHEAD_MS
  const said = Date.parse(at)
  if (isPlausible(said)) return { at, isCorrected: false }
  const moved = sent_at === undefined ? Number.NaN : said + received - Date.parse(sent_at)
  return { at: new Date(isPlausible(moved) ? moved : received).toISOString(), isCorrected: true }
}
