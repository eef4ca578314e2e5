const DAY = 86_400_000
/** Bytes of the raw bodies of one device that are stored in a day: a year of records, sent at once, is less. */
const MOST_OF_A_DAY = 16 * 1024 * 1024
/** Signs of a body without records, and those that each record may add. */
const OF_A_BODY = 64 * 1024
const OF_A_RECORD = 4 * 1024
/** Signs that are stored of a body that is longer. */
const BEGINNING = 1000

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
        text.length > OF_A_BODY + records * OF_A_RECORD || before + text.length > MOST_OF_A_DAY
      const raw = isJson && !isTooLong ? text : JSON.stringify(beginningOf(text))
      stored.set(device_id, before + raw.length)
      return raw
    },
  }
}

function beginningOf(text: string): string {
  return text.length > BEGINNING ? `${text.slice(0, BEGINNING)} … (${text.length})` : text
}
