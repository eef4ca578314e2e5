import { decoders } from '#core/domains/telemetry/connections/decoders/decoders.ts'
import type { DecoderName } from '#core/domains/telemetry/connections/decoders/models.ts'
import {
  deviceKeyOf,
  type NetworkMessage,
  type Payload,
  readMessages,
} from '#core/domains/telemetry/connections/networkMessages.ts'
import { recordOf } from '#core/domains/telemetry/connections/recordOf.ts'
import { type Measured, valuesAt } from '#core/domains/telemetry/connections/valuePaths.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import type { UplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decodeUplink } from './decodeUplink.ts'
import type { Delivery, DeliveryOutcome, Receive } from './delivery.ts'
import { mqttHandlers } from './mqttHandlers.ts'
import { openNotes, openUnread, type Unread } from './noteUplinks.ts'
import {
  CHANGED,
  type Connection,
  type DeviceLookup,
  type KnownDevice,
  openConnections,
} from './openConnections.ts'
import { nameMetrics } from './sparkplugNames.ts'

/** Why a message could not be read, with the details needed to fix it. */
export interface Fault {
  reason: string
  detail: string
}

/** The same response for an address that never existed, was replaced, or belongs to an archived connection. */
export const wrongAddress = () => new Refusal(401, 'messages.wrong_address')

interface Read {
  message: NetworkMessage
  device: KnownDevice
  record: Values
}

/**
 * Reads what networks deliver and passes it to the queue of uplinks, as records of the device manual.
 * @param queue stores them: the same limits, order and trust as for devices that report themselves
 */
export function openReceiver({ db, queue, log }: { db: Database; queue: UplinkQueue; log: Log }) {
  const connections = openConnections(db)
  const notes = openNotes(db, log)
  const keepUnread = openUnread(db)

  const receive: Receive = async (look, delivery) => {
    const { outcome, unread } = await readAndStore({ db, queue, connections, notes }, look, delivery)
    await keepUnread(unread)
    return outcome
  }

  const mqtt = mqttHandlers({ db, receive, find: connections.findById, read: connections.read })
  return { find: connections.find, read: connections.read, receive, notes, mqtt }
}

interface Parts {
  db: Database
  queue: UplinkQueue
  connections: ReturnType<typeof openConnections>
  notes: ReturnType<typeof openNotes>
}

/** The messages of a delivery, or why it cannot be read. */
async function messagesOf(db: Database, connection: Connection, { body: sent, device }: Delivery) {
  const { connection_id, format } = connection
  const body = format === 'sparkplug' ? await nameMetrics(db, connection_id, sent) : sent
  const rows = connection.value_paths ?? []
  const messages = body === undefined ? 'not_json' : readMessages(format, body, { rows, device })
  return typeof messages === 'string' ? { all: [], fault: messages } : { all: messages, fault: null }
}

function noteDevice(
  notes: Parts['notes'],
  connection_id: number,
  device_key: string,
  found: ReadonlyMap<string, DeviceLookup>,
): void {
  const device = found.get(device_key)
  const device_id = typeof device === 'object' ? device.device_id : null
  if (device !== 'ambiguous') notes.note({ connection_id, device_key, device_id })
}

async function readAndStore(
  parts: Parts,
  look: Parameters<Receive>[0],
  delivery: Delivery,
): Promise<{ outcome: DeliveryOutcome; unread: Unread[] }> {
  const connection = await look()
  if (!connection) throw wrongAddress()
  const { connections, notes } = parts
  const { connection_id } = connection
  const { all, fault } = await messagesOf(parts.db, connection, delivery)
  const keys = [...new Set(all.flatMap(({ device }) => (device === null ? [] : [deviceKeyOf(device)])))]
  const found = await connections.devicesOf(connection, keys)
  if (found === CHANGED) {
    connections.forget(connection_id)
    return readAndStore(parts, look, delivery)
  }
  const unread: Unread[] = []
  const addUnread = (message: NetworkMessage | null, { reason, detail }: Fault) =>
    unread.push({
      ...{ connection_id, received_at: new Date(delivery.receivedAt), reason, detail },
      device_key: message?.device ? deviceKeyOf(message.device) : null,
      // Each device of a batch is stored on its own, because it may become readable alone.
      body: message && all.length > 1 ? JSON.stringify(message.source) : delivery.text,
    })
  if (fault) addUnread(null, { reason: fault, detail: '' })
  const read = await Promise.all(all.map((message) => readOne(connection, message, found, delivery)))
  const readable: Read[] = []
  for (const [index, one] of read.entries()) {
    const message = itemAt(all, index)
    if ('record' in one) readable.push(one)
    else addUnread(message, one)
    if (message.device !== null) noteDevice(notes, connection_id, deviceKeyOf(message.device), found)
  }
  const logged = all.length > 1 ? { ...delivery, text: null } : delivery
  const outcome = await store(parts.queue, readable, logged, addUnread)
  return { outcome: { ...outcome, unread: unread.length }, unread }
}

/** Passes the records to the queue, device by device. */
async function store(
  queue: UplinkQueue,
  readable: readonly Read[],
  { text, transport, address }: Omit<Delivery, 'text'> & { text: string | null },
  addUnread: (message: NetworkMessage, error: Fault) => void,
): Promise<Omit<DeliveryOutcome, 'unread'>> {
  const byDevice = groupBy(readable, ({ device }) => device.device_id)
  const outcomes = await Promise.all(
    [...byDevice.values()].map(async (some) => {
      const { device_id, company_id } = firstOf(some).device
      const body = { records: some.map(({ record }) => record) }
      const log = text ?? JSON.stringify(some.map(({ message }) => message.source))
      try {
        const input = { device_id, company_id, key_hash: null, body, text: log, transport, address }
        const { accepted, duplicates, refused } = await queue.accept(input)
        for (const { index, reason } of refused)
          addUnread(itemAt(some, index).message, { reason: 'record_refused', detail: reason })
        return { accepted, duplicates }
      } catch (error) {
        // It was retired while its message was read.
        if (!(error instanceof Refusal) || error.status !== 404) throw error
        for (const { message } of some) addUnread(message, { reason: 'device_unknown', detail: '' })
        return { accepted: 0, duplicates: 0 }
      }
    }),
  )
  return {
    accepted: outcomes.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicates: outcomes.reduce((sum, { duplicates }) => sum + duplicates, 0),
  }
}

export type Receiver = ReturnType<typeof openReceiver>

async function readOne(
  connection: Connection,
  message: NetworkMessage,
  found: ReadonlyMap<string, DeviceLookup>,
  { receivedAt }: Delivery,
): Promise<Read | Fault> {
  if (message.device === null) return { reason: 'device_missing', detail: '' }
  const device = found.get(deviceKeyOf(message.device)) ?? 'unknown'
  if (typeof device === 'string') return { reason: `device_${device}`, detail: '' }
  if (message.lacksBirth) return { reason: 'birth_missing', detail: '' }
  const measured = await measure(connection, message, receivedAt)
  if ('reason' in measured) return measured
  const record = recordOf(measured, device.measures, { time: message.time ?? receivedAt, rssi: message.rssi })
  return typeof record === 'string'
    ? { reason: record, detail: detailOf(measured, device) }
    : { message, device, record }
}

/** Measured values, and the measured quantities of the device's ports. */
function detailOf({ values }: Measured, { measures }: KnownDevice): string {
  const input = values.map(({ port, measure: of }) => `${port}: ${of}`)
  const expected = Object.entries(measures).map(([port, of]) => `${port}: ${of}`)
  return `${input.join(', ')} ≠ ${expected.join(', ')}`
}

type Reading = Pick<Connection, 'connection_id' | 'decoder' | 'decoder_code' | 'value_paths'>

/** Reads a message, by the decoder of its connection. */
export async function measure(
  connection: Reading,
  message: NetworkMessage,
  receivedAt: number,
): Promise<Measured | Fault> {
  const { decoder, value_paths } = connection
  if (decoder !== 'network' && decoder !== 'own') return measureByModel(decoder, message)
  const decoded = await decodedData(connection, message, receivedAt)
  return 'reason' in decoded ? decoded : valuesAt(decoded.data, value_paths ?? [])
}

function measureByModel(decoder: DecoderName, { payload, f_port }: NetworkMessage): Measured | Fault {
  const bytes = bytesOf(payload)
  if (!bytes) return { reason: 'no_bytes', detail: '' }
  try {
    return decoders[decoder](bytes, f_port)
  } catch (error) {
    return { reason: 'decoder_failed', detail: messageOf(error) }
  }
}

/** The data that the rows of a connection are about. */
export async function decodedData(
  { connection_id, decoder, decoder_code }: Reading,
  { payload, f_port, time, data }: NetworkMessage,
  receivedAt: number,
): Promise<{ data: unknown } | Fault> {
  if (decoder !== 'own') return { data }
  const bytes = bytesOf(payload)
  if (!bytes) return { reason: 'no_bytes', detail: '' }
  const input = { bytes, f_port: f_port ?? 1, time: time ?? receivedAt }
  const decoded = await decodeUplink(connection_id, decoder_code ?? '', input)
  return 'fault' in decoded ? { reason: decoded.fault, detail: decoded.detail } : decoded
}

/** Bytes of one uplink: more than any network carries. */
const MAX_BYTES = 4096

function bytesOf(payload: Payload | null): number[] | undefined {
  if (!payload) return undefined
  const text = payload.encoding === 'hex' ? payload.text.replace(/0x|[\s:,-]/gi, '') : payload.text
  if (payload.encoding === 'hex' && !/^([0-9a-f]{2})+$/i.test(text)) return undefined
  const bytes = [...Buffer.from(text, payload.encoding)]
  return bytes.length === 0 || bytes.length > MAX_BYTES ? undefined : bytes
}
