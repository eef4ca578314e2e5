import type { tryConnection } from '#core/domains/telemetry/connectionCalls.ts'
import {
  deviceKeyOf,
  type NetworkMessage,
  readMessages,
} from '#core/domains/telemetry/connections/networkMessages.ts'
import {
  DEVICE_VALUES,
  isValuePath,
  type Measured,
  valuePathIssues,
} from '#core/domains/telemetry/connections/valuePaths.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { isTooComplex } from '#server/platform/parseJson.ts'
import { invalid } from '#server/platform/refusal.ts'
import { decodedData, measure } from './receiveUplinks.ts'

type Tried = ResponseOf<typeof tryConnection>

/** Messages and values shown of a sample. */
const MAX_MESSAGES = 20
const MAX_FIELDS = 200

/** Result of reading a sample by a connection: the fields that can be chosen, and the values. */
export async function trySample(body: ReceivedBy<typeof tryConnection>['body']): Promise<Tried> {
  const issues = valuePathIssues(body.value_paths ?? [])
  if (issues.length > 0) throw invalid(issues)
  const rows = (body.value_paths ?? []).filter(isValuePath)
  const sample = parsed(body.sample)
  const messages =
    sample === undefined ? 'not_json' : readMessages(body.format, sample, { rows, device: null })
  if (typeof messages === 'string') return { reason: messages, messages: [] }
  const connection = {
    connection_id: 0,
    decoder: body.decoder,
    decoder_code: body.decoder_code ?? null,
    value_paths: rows,
  }
  return {
    reason: messages.length === 0 ? 'no_uplink' : null,
    messages: await Promise.all(
      messages.slice(0, MAX_MESSAGES).map((message) => tryMessage(connection, message)),
    ),
  }
}

async function tryMessage(
  connection: Parameters<typeof measure>[0],
  message: NetworkMessage,
): Promise<Tried['messages'][number]> {
  const now = Date.now()
  const decoded = await decodedData(connection, message, now)
  const measured = await measure(connection, message, now)
  const hasFault = 'reason' in measured
  const values = hasFault ? [] : valuesOf(measured)
  return {
    device_key: message.device === null ? null : deviceKeyOf(message.device),
    time: message.time === null ? null : new Date(message.time).toISOString(),
    reason: hasFault ? measured.reason : values.length === 0 ? 'no_values' : null,
    detail: hasFault ? measured.detail : '',
    fields: 'reason' in decoded ? [] : fieldsOf(decoded.data).slice(0, MAX_FIELDS),
    values,
  }
}

function valuesOf(measured: Measured): Tried['messages'][number]['values'] {
  return [
    ...measured.values.map(({ port, measure: value, value: number }) => ({ port, value, number })),
    ...DEVICE_VALUES.flatMap((value) => {
      const number = measured[value]
      return number === undefined ? [] : [{ port: null, value, number }]
    }),
  ]
}

/** The values of nested data by their paths. */
function fieldsOf(data: unknown, path = ''): { path: string; value: string }[] {
  if (typeof data !== 'object' || data === null)
    return path === '' ? [] : [{ path, value: String(data).slice(0, 100) }]
  if (Array.isArray(data))
    return data.slice(0, MAX_FIELDS).flatMap((part, index) => fieldsOf(part, `${path}[${index}]`))
  return Object.entries(data).flatMap(([name, part]) => {
    const step = name.replace(/[.[\]\\]/g, '\\$&')
    return fieldsOf(part, path === '' ? step : `${path}.${step}`)
  })
}

function parsed(text: string): unknown {
  try {
    return isTooComplex(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
