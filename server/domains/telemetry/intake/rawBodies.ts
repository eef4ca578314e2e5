const DAY = 86_400_000
/** Raw bodies stored per device and day; a year of records sent at once is smaller. */
const MAX_BYTES_PER_DAY = 16 * 1024 * 1024
/** Characters allowed for a body without records, and for each record. */
const BASE_LENGTH = 64 * 1024
const LENGTH_PER_RECORD = 4 * 1024
/** Characters stored of a longer body. */
const EXCERPT_LENGTH = 1000

/**
 * Decides what is stored of the bodies that devices send: each as received, but only the beginning, as a JSON string,
 * of a body that is not JSON, is far longer than its records need, or exceeds the device's daily limit.
 */
export function openRawBodies() {
  let day = 0
  const stored = new Map<number, number>()
  return {
    /** @param records number of records in the body @param isJson whether it could be parsed */
    rawOf(
      device_id: number,
      text: string,
      { records, isJson }: { records: number; isJson: boolean },
    ): string {
      const today = Math.floor(Date.now() / DAY)
      if (today !== day) {
        day = today
        stored.clear()
      }
      const before = stored.get(device_id) ?? 0
      const isTooLong =
        text.length > BASE_LENGTH + records * LENGTH_PER_RECORD || before + text.length > MAX_BYTES_PER_DAY
      const raw = isJson && !isTooLong ? text : JSON.stringify(beginningOf(text))
      stored.set(device_id, before + raw.length)
      return raw
    },
  }
}

function beginningOf(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)} … (${text.length})` : text
}
