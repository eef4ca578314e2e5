import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { batteryOf, qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { DeviceSetup, PortSetup } from '../intake/loadDevices.ts'
import type { WaitingUplink } from '../intake/waitingUplink.ts'
import type { DeviceRecord, PortState, TankChange } from '../intake/writeRows.ts'
import { deriveReading, type PortMemory, type RawReading, type Reading } from './deriveReading.ts'
import { levelsOf, roomAfter } from './levelsOf.ts'

/** Results of one transaction, collected before they are written in sets. */
export interface DerivedBatch {
  /** Newer than everything known of its port, so not stored yet. */
  fresh: Reading[]
  /** Possibly stored already, or repeated within this batch. */
  late: Reading[]
  records: DeviceRecord[]
  lateRecords: DeviceRecord[]
  changes: TankChange[]
  states: PortState[]
  newest: Map<number, { record: UplinkRecord; address: string | null }>
  /** The latest future time reported by a device with a wrong clock, epoch milliseconds. */
  ahead: Map<number, number>
}

const GOOD = qualityCode('good')

/** The part of a batch that its readings depend on. */
export type RawBatch = Pick<WaitingUplink, 'device_id' | 'address'> & {
  uplink: Pick<WaitingUplink['uplink'], 'records'>
}

/** Called for each reading of a known port once derived, with the port's state at that time. */
export type ReadingWatch = (setup: PortSetup, derived: ReturnType<typeof deriveReading>) => void

/**
 * Derives every reading of a set of batches, each device in order of time, each port from its own state. If
 * `knownNew` is false, every reading is treated as a possible duplicate to check against the table.
 */
export function deriveReadings(
  taken: readonly RawBatch[],
  devices: ReadonlyMap<number, DeviceSetup>,
  knownNew: boolean,
  watch?: ReadingWatch,
): DerivedBatch {
  const gathered: DerivedBatch = {
    fresh: [],
    late: [],
    records: [],
    lateRecords: [],
    changes: [],
    states: [],
    newest: new Map(),
    ahead: new Map(),
  }
  for (const [device_id, uplinks] of byDevice(taken)) {
    gatherDevice(gathered, getOrThrow(devices, device_id), uplinks, { knownNew, watch })
  }
  return gathered
}

function byDevice(taken: readonly RawBatch[]): Map<number, RawBatch[]> {
  const uplinks = new Map<number, RawBatch[]>()
  for (const item of taken) {
    const others = uplinks.get(item.device_id)
    if (others) others.push(item)
    else uplinks.set(item.device_id, [item])
  }
  return uplinks
}

interface HowToGather {
  knownNew: boolean
  watch: ReadingWatch | undefined
}

function gatherDevice(
  gathered: DerivedBatch,
  device: DeviceSetup,
  uplinks: readonly RawBatch[],
  how: HowToGather,
): void {
  const { knownNew } = how
  const ports = new Map<number, WatchedPort>()
  let newest = knownNew ? device.last_time : Number.POSITIVE_INFINITY
  for (const record of inOrder(uplinks)) {
    if (record.is_ahead) gathered.ahead.set(device.device_id, record.time)
    else {
      const isNew = record.time > newest && newest > 0
      ;(isNew ? gathered.records : gathered.lateRecords).push(deviceRecordOf(device, record))
      newest = Math.max(newest, record.time)
    }
    for (const { port, value, temperature } of record.ports) {
      let watched = ports.get(port)
      if (!watched) {
        watched = watchPort(device.ports.get(port))
        ports.set(port, watched)
      }
      const { device_id } = device
      const { time, is_ahead } = record
      const input = { device_id, port_number: port, time, raw: value, temperature, is_ahead }
      gatherReading(gathered, watched, input, how)
    }
  }
  for (const watched of ports.values()) {
    if (watched.setup && watched.newest) gathered.states.push(stateOf(watched, watched.setup, watched.newest))
  }
  updateNewest(gathered, device, uplinks)
}

/** Usually one batch, already sorted. */
function inOrder(uplinks: readonly RawBatch[]): readonly UplinkRecord[] {
  const first = firstOf(uplinks).uplink.records
  const records = uplinks.length === 1 ? first : uplinks.flatMap(({ uplink }) => uplink.records)
  const isSorted = records.every(({ time }, index) => time >= (records[index - 1]?.time ?? time))
  return isSorted ? records : records.toSorted((a, b) => a.time - b.time)
}

/**
 * The newest record becomes the device's state, unless a newer one is known. Values missing in it are taken from the
 * record before, because many devices send battery and firmware only now and then, and a day's records at once.
 */
function updateNewest(
  { newest }: DerivedBatch,
  { device_id, last_time }: DeviceSetup,
  uplinks: readonly RawBatch[],
): void {
  const recent = uplinks
    .flatMap(({ uplink, address }) => uplink.records.map((record) => ({ record, address })))
    .filter(({ record }) => record.time >= last_time && !record.is_ahead)
    .sort((one, other) => one.record.time - other.record.time)
  for (const { record, address } of recent) {
    const before = newest.get(device_id)?.record
    newest.set(device_id, { record: before ? withWhatIsKnown(record, before) : record, address })
  }
}

function withWhatIsKnown(record: UplinkRecord, before: UplinkRecord): UplinkRecord {
  return {
    ...record,
    ...(record.battery === null && record.battery_percent === null
      ? { battery: before.battery, battery_percent: before.battery_percent }
      : {}),
    signal: record.signal ?? before.signal,
    temperature: record.temperature ?? before.temperature,
    queued: record.queued ?? before.queued,
    position: record.position ?? before.position,
    firmware: record.firmware ?? before.firmware,
  }
}

/** A port while its readings are processed. */
interface WatchedPort {
  setup: PortSetup | undefined
  memory: PortMemory
  newest: Reading | null
  trusted: Reading | null
}

function watchPort(setup: PortSetup | undefined): WatchedPort {
  const { last_time = 0, trust_state = null, change_state = null } = setup ?? {}
  return {
    setup,
    memory: { time: last_time, trust: trust_state, change: change_state },
    newest: null,
    trusted: null,
  }
}

function gatherReading(
  gathered: DerivedBatch,
  watched: WatchedPort,
  input: RawReading,
  { knownNew, watch }: HowToGather,
): void {
  const derived = deriveReading(watched.setup, watched.memory, input)
  const { reading, memory, found, isLate } = derived
  watched.memory = memory
  if (watched.setup) watch?.(watched.setup, derived)
  // Without a known last time, only the table shows whether a reading is new.
  const isNew = knownNew && !isLate && watched.setup !== undefined && watched.setup.last_time > 0
  ;(isNew ? gathered.fresh : gathered.late).push(reading)
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
  if (isLate) return
  watched.newest = reading
  if (reading.quality === GOOD) watched.trusted = reading
}

/** The state of a port: its newest reading, and the last trusted content if these batches contain one. */
function stateOf({ memory, trusted }: WatchedPort, setup: PortSetup, newest: Reading): PortState {
  return {
    device_id: newest.device_id,
    port_number: newest.port_number,
    at: newest.time,
    raw: newest.raw,
    height: trusted?.height ?? null,
    volume: trusted?.volume ?? null,
    percent: trusted?.percent ?? null,
    temperature: newest.temperature,
    quality: newest.quality,
    trusted_at: trusted?.time ?? null,
    level: trusted
      ? levelWithHysteresis(setup.level, trusted.percent, levelsOf(setup, trusted, memory))
      : 'unknown',
    room: trusted && roomAfter(setup, trusted, newest.temperature),
    trust_state: memory.trust,
    change_state: memory.change,
  }
}

function deviceRecordOf(device: DeviceSetup, record: UplinkRecord): DeviceRecord {
  const battery = batteryOf(record, device.battery_empty ?? 0, device.battery_full ?? 0)
  return {
    device_id: device.device_id,
    at: record.time,
    battery_voltage: battery.volts,
    battery: battery.percent,
    signal_quality: record.signal,
    temperature: record.temperature,
    queued_records: record.queued,
    latitude: record.position?.[0] ?? null,
    longitude: record.position?.[1] ?? null,
  }
}
