import { LARGEST_BATCH } from '#core/domains/telemetry/uplink.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { isObject, type Values } from '#core/platform/values.ts'
import { holdsAny, partAt, type ValuePath } from './valuePaths.ts'

/** The formats of networks and platforms that a connection reads. */
export const FORMATS = ['ttn', 'chirpstack', 'helium', 'thingsboard', 'sparkplug', 'json'] as const
export type Format = (typeof FORMATS)[number]

/** The uplink of one device in a body that a network delivered. */
export interface NetworkMessage {
  /** DevEUI, serial number, IMEI or name, as it was sent. */
  device: string | null
  /** When the network received it, epoch milliseconds. */
  time: number | null
  payload: Payload | null
  f_port: number | null
  /** Values that the network decoded, or the message itself. */
  data: unknown
  /** Signal strength at the gateway with the best reception, dBm. */
  rssi: number | null
  /** The part of the body that it was read from. */
  source: unknown
  /** Some of its metrics have no name until a birth of Sparkplug announces it. */
  lacksBirth?: boolean
}

/** The bytes of a device as text. */
export interface Payload {
  text: string
  encoding: 'base64' | 'hex'
}

/** Why a body as a whole could not be read. */
export type BodyFault = 'not_of_format' | 'too_many_records'

interface Facts {
  rows: readonly ValuePath[]
  /** The device that the address named, for messages that name none. */
  device: string | null
}

/**
 * The uplinks in a body of a network; empty for its other messages, such as a join.
 * @returns the reason if it does not have that format
 */
export function readMessages(format: Format, body: unknown, facts: Facts): NetworkMessage[] | BodyFault {
  const messages = READERS[format](body, facts)
  if (typeof messages === 'string') return messages
  if (messages.length > LARGEST_BATCH) return 'too_many_records'
  return messages.map((message) => ({ ...message, device: message.device ?? facts.device }))
}

type Reader = (body: unknown, facts: Facts) => NetworkMessage[] | BodyFault

const READERS: Readonly<Record<Format, Reader>> = {
  ttn: readTtn,
  chirpstack: readChirpStack,
  helium: readHelium,
  thingsboard: readThingsBoard,
  sparkplug: readSparkplug,
  json: readPlain,
}

/** The Things Stack v3, webhook and MQTT (https://www.thethingsindustries.com/docs/integrations/data-formats/). */
function readTtn(body: unknown): NetworkMessage[] | BodyFault {
  if (!isObject(body)) return 'not_of_format'
  const { end_device_ids, uplink_message, received_at: receivedAt } = body
  if (!isObject(end_device_ids)) return 'not_of_format'
  if (!isObject(uplink_message)) return []
  const { dev_eui, device_id } = end_device_ids
  const { received_at, frm_payload, f_port, decoded_payload, rx_metadata } = uplink_message
  return [
    {
      device: textOf(dev_eui) ?? textOf(device_id),
      time: momentOf(received_at ?? receivedAt),
      payload: base64Of(frm_payload),
      f_port: numberOf(f_port),
      data: decoded_payload,
      rssi: strongest(rx_metadata),
      source: body,
    },
  ]
}

/** ChirpStack v4, events in JSON (https://www.chirpstack.io/docs/chirpstack/integrations/events.html). */
function readChirpStack(body: unknown): NetworkMessage[] | BodyFault {
  if (!isObject(body)) return 'not_of_format'
  const { deviceInfo, time, data, fPort, object, rxInfo } = body
  if (!isObject(deviceInfo)) return 'not_of_format'
  const isUplink = 'data' in body || 'object' in body
  if (!isUplink) return []
  const { devEui } = deviceInfo
  return [
    {
      device: textOf(devEui),
      time: momentOf(time),
      payload: base64Of(data),
      f_port: numberOf(fPort),
      data: object,
      rssi: strongest(rxInfo),
      source: body,
    },
  ]
}

/** Helium: ChirpStack since 2024, before that its own console (https://docs.helium.com, HTTP integration). */
function readHelium(body: unknown): NetworkMessage[] | BodyFault {
  if (isObject(body) && 'deviceInfo' in body) return readChirpStack(body)
  if (!isObject(body)) return 'not_of_format'
  const { dev_eui, payload, decoded, reported_at, port, hotspots } = body
  if (typeof dev_eui !== 'string') return 'not_of_format'
  if (typeof payload !== 'string') return []
  const { payload: data } = isObject(decoded) ? decoded : {}
  return [
    {
      device: textOf(dev_eui),
      time: momentOf(reported_at, 1),
      payload: base64Of(payload),
      f_port: numberOf(port),
      data,
      rssi: strongest(hotspots),
      source: body,
    },
  ]
}

/**
 * Telemetry of ThingsBoard: values, or values with their time in ms, one or a list, of one device or by device names
 * (https://thingsboard.io/docs/reference/http-api/, https://thingsboard.io/docs/reference/gateway-mqtt-api/).
 */
function readThingsBoard(body: unknown): NetworkMessage[] | BodyFault {
  const byDevice = isObject(body) ? Object.entries(body) : []
  if (byDevice.length > 0 && byDevice.every(hasListOfObjects))
    return byDevice.flatMap(([device, items]) =>
      items.map((item) => telemetryOf(item, device, { [device]: [item] })),
    )
  const items = Array.isArray(body) ? body : [body]
  return items.every(isObject) ? items.map((item) => telemetryOf(item, null, item)) : 'not_of_format'
}

function telemetryOf(item: Values, device: string | null, source: unknown): NetworkMessage {
  const { ts, values } = item
  const isTimed = isObject(values)
  return {
    device: textOf(device),
    time: isTimed ? momentOf(ts, 1) : null,
    payload: null,
    f_port: null,
    data: isTimed ? values : item,
    rssi: null,
    source,
  }
}

function hasListOfObjects(entry: [string, unknown]): entry is [string, Values[]] {
  const [, value] = entry
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

/** The messages of Sparkplug B that hold values (Sparkplug 3.0, 6.4): births and data of edge nodes and their devices. */
export const SPARKPLUG_WITH_VALUES: readonly string[] = ['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA']

/**
 * A Sparkplug B message after decoding, with the levels of its topic; metrics of one time are one message. A node reports every metric that
 * changes, so those that no row of the connection names are not uplinks.
 */
function readSparkplug(body: unknown, { rows }: Facts): NetworkMessage[] | BodyFault {
  if (!isObject(body)) return 'not_of_format'
  const { type, metrics, device, node, timestamp: sentAt } = body
  if (!SPARKPLUG_WITH_VALUES.includes(String(type))) return 'type' in body ? [] : 'not_of_format'
  if (!Array.isArray(metrics) || !metrics.every(isObject)) return 'not_of_format'
  const timeOf = ({ timestamp }: Record<string, unknown>) => momentOf(timestamp ?? sentAt, 1)
  return [...groupBy<Record<string, unknown>, number | null>(metrics, timeOf)].flatMap(([time, own]) => {
    const named = own.flatMap(({ name, value }) => (typeof name === 'string' ? [[name, value]] : []))
    const data: unknown = Object.fromEntries(named)
    const lacksBirth = own.some(({ name, alias }) => typeof name !== 'string' && typeof alias === 'string')
    if (rows.length > 0 && !lacksBirth && !holdsAny(data, rows)) return []
    return [
      {
        device: textOf(device) ?? textOf(node),
        time,
        payload: null,
        f_port: null,
        data,
        rssi: null,
        source: { ...body, metrics: own },
        lacksBirth,
      },
    ]
  })
}

/** JSON of any other source, read by the rows of the connection. */
function readPlain(body: unknown, { rows }: Facts): NetworkMessage[] | BodyFault {
  const list = partAt(body, rows, 'records') ?? body
  const items: unknown[] = Array.isArray(list) ? list : [list]
  if (!items.every(isObject)) return 'not_of_format'
  return items.map((item) => {
    // Fields that all records share are next to their list.
    const part = (name: 'device' | 'time' | 'bytes' | 'f_port') =>
      partAt(item, rows, name) ?? partAt(body, rows, name)
    const bytes = textOf(part('bytes'))
    const isBase64 = rows.some(({ value, unit }) => value === 'bytes' && unit === 'base64')
    const time = rows.find(({ value }) => value === 'time')
    return {
      device: textOf(part('device')),
      time: momentOf(part('time'), time?.unit === 'ms' ? 1 : 1000),
      payload: bytes === null ? null : { text: bytes, encoding: isBase64 ? 'base64' : 'hex' },
      f_port: numberOf(part('f_port')),
      data: item,
      rssi: null,
      source: item,
    }
  })
}

function base64Of(value: unknown): Payload | null {
  return typeof value === 'string' && value !== '' ? { text: value, encoding: 'base64' } : null
}

/** Longest id that is looked up; a DevEUI has 16 characters, an IMEI 15. */
const MAX_ID_LENGTH = 64

/** An id or other short text; a number as its digits. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return null
  const printable = text.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '').trim()
  return printable === '' ? null : printable
}

/** An id that may be looked up and stored, in capitals: networks write a DevEUI in either case. */
export function deviceKeyOf(device: string): string {
  return device.toUpperCase().slice(0, MAX_ID_LENGTH)
}

/** ISO 8601 or a number since 1970, as epoch milliseconds. */
function momentOf(value: unknown, factor = 1000): number | null {
  const moment =
    typeof value === 'number' ? value * factor : typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isFinite(moment) && Math.abs(moment) < 8.64e15 ? moment : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function strongest(gateways: unknown): number | null {
  const all = (Array.isArray(gateways) ? gateways : []).flatMap((item) => {
    const { rssi } = isObject(item) ? item : {}
    return numberOf(rssi) ?? []
  })
  return all.length === 0 ? null : Math.max(...all)
}
