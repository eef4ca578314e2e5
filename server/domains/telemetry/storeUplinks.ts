import type pg from 'pg'
import { batteryPercent, qualityCode, tankLevel } from '#core/domains/telemetry/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { isSameHash } from '#server/platform/secrets.ts'
import { deriveReading, type PortMemory, type Reading } from './derive.ts'
import { type DeviceSetup, loadDevices, type PortSetup } from './loadDevices.ts'
import { rollUp } from './rollUp.ts'
import { answerCommands } from './sendCommands.ts'
import type { UplinkOutcome, WaitingUplink } from './waitingUplink.ts'
import { writeDeviceStates } from './writeDeviceStates.ts'
import {
  addToBuckets,
  type DeviceRecord,
  insertDeviceRecords,
  insertLateReadings,
  insertRawUplinks,
  insertReadings,
  insertTankChanges,
  type PortState,
  type RawUplink,
  type TankChange,
  upsertPortStates,
} from './writeRows.ts'

/** What one transaction gathers, before it writes it in sets. */
interface Gathered {
  fresh: Reading[]
  late: Reading[]
  records: DeviceRecord[]
  changes: TankChange[]
  states: Map<string, PortState>
  newest: Map<number, { record: UplinkRecord; address: string | null }>
}

const GOOD = qualityCode('good')

/**
 * Stores a set of batches in one transaction: readings once each, roll-ups, newest states, deliveries and losses,
 * the raw uplinks, and the word to whoever must judge or show them. When it returns, everything is on disk.
 * @returns one outcome a batch, in their order; null for a device that is gone or retired.
 */
export async function storeUplinks(client: pg.ClientBase, waiting: readonly WaitingUplink[]) {
  const ids = [...new Set(waiting.map(({ device_id }) => device_id))].sort((a, b) => a - b)
  const devices = await loadDevices(client, ids)
  const taken = waiting.filter((one) => isTaken(one, devices.get(one.device_id)))
  const gathered = gather(taken, devices)
  await insertReadings(client, gathered.fresh)
  const lateStored = await insertLateReadings(client, gathered.late)
  await addToBuckets(client, rollUp([...gathered.fresh, ...lateStored]))
  await insertDeviceRecords(client, gathered.records)
  await insertTankChanges(client, gathered.changes)
  await upsertPortStates(client, [...gathered.states.values()])
  await writeDeviceStates(client, devices, gathered.newest)
  const commands = await answerCommands(client, taken)
  const duplicates = duplicatesOf(gathered.late, lateStored, taken)
  const outcomes = new Map<WaitingUplink, UplinkOutcome>()
  for (const one of taken) {
    const twice = duplicates.get(one) ?? 0
    outcomes.set(one, {
      accepted: one.uplink.records.length - twice,
      duplicates: twice,
      refused: one.uplink.refused,
      commands: commands.get(one.device_id) ?? [],
    })
  }
  await insertRawUplinks(
    client,
    taken.map((one) => rawUplinkOf(one, outcomes.get(one)!)),
  )
  await tell(client, devices, taken)
  return waiting.map((one) => outcomes.get(one) ?? null)
}

/** A key that was changed, or a device that was retired, after the door had looked: it is refused all the same. */
function isTaken({ key_hash }: WaitingUplink, device: DeviceSetup | undefined): boolean {
  if (!device || device.status === 'retired') return false
  return key_hash === null || (device.key_hash !== null && isSameHash(device.key_hash, key_hash))
}

/** Derives every reading in the order of its time, each port from its own memory. */
function gather(taken: readonly WaitingUplink[], devices: Map<number, DeviceSetup>): Gathered {
  const gathered: Gathered = {
    fresh: [],
    late: [],
    records: [],
    changes: [],
    states: new Map(),
    newest: new Map(),
  }
  const memories = new Map<string, PortMemory>()
  const seen = new Set<string>()
  const inOrder = taken
    .flatMap((one) => one.uplink.records.map((record) => ({ one, record })))
    .sort((a, b) => a.record.time - b.record.time)
  for (const { one, record } of inOrder) {
    const device = devices.get(one.device_id)!
    gathered.records.push(deviceRecordOf(device, record))
    const newest = gathered.newest.get(device.device_id)
    if (record.time >= Math.max(device.last_time, newest?.record.time ?? 0)) {
      gathered.newest.set(device.device_id, { record, address: one.address })
    }
    for (const { port, value, temperature } of record.ports) {
      const key = `${device.device_id}/${port}`
      const reading = {
        device_id: device.device_id,
        port_number: port,
        time: record.time,
        raw: value,
        temperature,
      }
      const isTwice = seen.has(`${key}/${record.time}`)
      seen.add(`${key}/${record.time}`)
      if (!isTwice) gatherReading(gathered, device, memories, key, reading)
    }
  }
  return gathered
}

function gatherReading(
  gathered: Gathered,
  device: DeviceSetup,
  memories: Map<string, PortMemory>,
  key: string,
  given: Pick<Reading, 'device_id' | 'port_number' | 'time' | 'raw' | 'temperature'>,
): void {
  const setup = device.ports.get(given.port_number)
  const memory = memories.get(key) ?? {
    time: setup?.last_time ?? 0,
    trust: setup?.trust_state ?? null,
    change: setup?.change_state ?? null,
  }
  const { reading, memory: next, found, isLate } = deriveReading(setup, memory, given)
  memories.set(key, next)
  // Without a remembered time only the table can tell whether a reading is new.
  const mayBeStored = isLate || !setup?.last_time
  ;(mayBeStored ? gathered.late : gathered.fresh).push(reading)
  if (found) {
    gathered.changes.push({
      device_id: reading.device_id,
      port_number: reading.port_number,
      kind: found.kind,
      started_at: found.started,
      ended_at: found.ended,
      volume: found.volume,
      before_volume: found.before,
      after_volume: found.after,
    })
  }
  if (!isLate && setup) gathered.states.set(key, stateOf(reading, next, setup, gathered.states.get(key)))
}

/** The newest of a port: when it told, and the last content that can be trusted, from this set of batches or before. */
function stateOf(
  { time, ...values }: Reading,
  memory: PortMemory,
  setup: PortSetup,
  before: PortState | undefined,
): PortState {
  const isGood = values.quality === GOOD
  const { height = null, volume = null, percent = null, level = 'unknown', trusted_at = null } = before ?? {}
  const trusted = isGood
    ? {
        height: values.height,
        volume: values.volume,
        percent: values.percent,
        level: tankLevel(values.percent, setup),
        trusted_at: time,
      }
    : { height, volume, percent, level, trusted_at }
  return { ...values, ...trusted, at: time, trust_state: memory.trust, change_state: memory.change }
}

function deviceRecordOf(device: DeviceSetup, record: UplinkRecord): DeviceRecord {
  return {
    device_id: device.device_id,
    at: record.time,
    battery_voltage: record.battery,
    battery: batteryPercent(record.battery, device.battery_empty ?? 0, device.battery_full ?? 0),
    signal_quality: record.signal,
    temperature: record.temperature,
    queued_records: record.queued,
    latitude: record.position?.[0] ?? null,
    longitude: record.position?.[1] ?? null,
  }
}

/** A record counts as sent twice when none of its late readings was new. */
function duplicatesOf(
  late: readonly Reading[],
  stored: readonly Reading[],
  taken: readonly WaitingUplink[],
): Map<WaitingUplink, number> {
  const counts = new Map<WaitingUplink, number>()
  const kept = new Set(stored.map(keyOf))
  const old = new Set(late.filter((reading) => !kept.has(keyOf(reading))).map(keyOf))
  const seen = new Set<string>()
  for (const one of taken) {
    for (const { time, ports } of one.uplink.records) {
      const keys = ports.map(({ port }) => `${one.device_id}/${port}/${time}`)
      if (keys.length > 0 && keys.every((key) => old.has(key) || seen.has(key))) {
        counts.set(one, (counts.get(one) ?? 0) + 1)
      }
      for (const key of keys) seen.add(key)
    }
  }
  return counts
}

function keyOf({ device_id, port_number, time }: Reading): string {
  return `${device_id}/${port_number}/${time}`
}

function rawUplinkOf(one: WaitingUplink, outcome: UplinkOutcome): RawUplink {
  return {
    device_id: one.device_id,
    received_at: one.receivedAt,
    door: one.door,
    accepted: outcome.accepted,
    duplicates: outcome.duplicates,
    refused: outcome.refused.length,
    body: one.body,
    outcome: JSON.stringify(outcome.refused),
  }
}

/** The largest notification is 8,000 bytes; this many ids with their companies stay below it. */
const IDS_A_WORD = 250

/** The word to open pages and to the judge of alerts, sent when the transaction is on disk. */
async function tell(
  client: pg.ClientBase,
  devices: Map<number, DeviceSetup>,
  taken: readonly WaitingUplink[],
): Promise<void> {
  const ids = [...new Set(taken.map(({ device_id }) => device_id))]
  for (let start = 0; start < ids.length; start += IDS_A_WORD) {
    const some = ids.slice(start, start + IDS_A_WORD)
    const word = JSON.stringify({ devices: some.map((id) => [id, devices.get(id)!.company_id]) })
    await client.query({ name: 'tell_live', text: `select pg_notify('live', $1)`, values: [word] })
  }
  if (ids.length === 0) return
  await client.query({
    name: 'tell_judge',
    text: `insert into events (name, payload) values ('readings.stored', $1)`,
    values: [JSON.stringify({ device_ids: ids })],
  })
  await client.query({ name: 'wake_worker', text: `select pg_notify('events', '')` })
}
