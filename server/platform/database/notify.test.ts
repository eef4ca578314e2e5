import { expect, test } from 'vitest'
import { type LiveMessage, liveMessages } from './notify.ts'

/** The longest possible id, for the size limit of PostgreSQL's notifications. */
const MAX_ID = 999_999_999_999
const MAX_BYTES = 8_000
const KIND = 'transaction_document_details'

const many: { [K in keyof LiveMessage]: LiveMessage[K] } = {
  devices: Array.from({ length: 1_001 }, () => [MAX_ID, MAX_ID]),
  alerts: Array.from({ length: 1_001 }, () => [MAX_ID, MAX_ID, MAX_ID]),
  records: Array.from({ length: 1_001 }, () => [KIND, MAX_ID, MAX_ID]),
  users: Array.from({ length: 1_001 }, () => MAX_ID),
}

test.each(Object.keys(many) as (keyof LiveMessage)[])(
  'messages of %s are complete and small enough',
  (kind) => {
    const messages = liveMessages(kind, many[kind])
    for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(MAX_BYTES)
    expect(messages.flatMap((message): unknown[] => (JSON.parse(message) as LiveMessage)[kind])).toEqual(
      many[kind],
    )
  },
)

test('no entries make no message', () => {
  expect(liveMessages('devices', [])).toEqual([])
})
