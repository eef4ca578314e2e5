/** The largest notification is 8,000 bytes; this many ids with their companies stay below it. */
const IDS_A_WORD = 250

/** What open pages are told of devices that changed: notifications for the channel `live`. */
export function wordsOfDevices(devices: readonly { device_id: number; company_id: number }[]): string[] {
  const words: string[] = []
  for (let start = 0; start < devices.length; start += IDS_A_WORD) {
    const some = devices.slice(start, start + IDS_A_WORD)
    words.push(JSON.stringify({ devices: some.map(({ device_id, company_id }) => [device_id, company_id]) }))
  }
  return words
}
