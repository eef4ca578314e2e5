import type pg from 'pg'
import { loadDevices } from '#server/domains/telemetry/loadDevices.ts'
import { rollUp } from '#server/domains/telemetry/rollUp.ts'
import { writeDeviceStates } from '#server/domains/telemetry/writeDeviceStates.ts'
import {
  addToBuckets,
  insertDeviceRecords,
  insertRawUplinks,
  insertReadings,
  insertTankChanges,
  upsertPortStates,
} from '#server/domains/telemetry/writeRows.ts'
import type { PastAlert } from './alertWatch.ts'
import type { PlannedDevice } from './fleet.ts'
import { demoFleet } from './fleet.ts'
import { emptyHistory, gatherHistory, type History } from './gatherHistory.ts'

/** So many devices go into one transaction: sets large enough to share its cost, small enough for the memory. */
const DEVICES_AT_ONCE = 2
/** While the database writes one set, the next is computed. */
const LANES = 2

interface HistoryServices {
  pool: pg.Pool
  progress: (text: string) => void
}

/** Writes the last year of every demo device. @returns the alerts that follow from them, and how many readings. */
export async function writeHistory(
  { pool, progress }: HistoryServices,
  devices: ReadonlyMap<string, number>,
  now: number,
): Promise<{ alerts: PastAlert[]; readings: number }> {
  const fleet = demoFleet().filter(({ public_id }) => devices.has(public_id))
  const groups = Array.from({ length: Math.ceil(fleet.length / DEVICES_AT_ONCE) }, (_, i) =>
    fleet.slice(i * DEVICES_AT_ONCE, (i + 1) * DEVICES_AT_ONCE),
  )
  const alerts: PastAlert[] = []
  let readings = 0
  let begun = 0
  let written = 0
  let told = 0
  async function lane(): Promise<void> {
    for (;;) {
      const group = groups[begun]
      begun += 1
      if (!group) return
      const history = await inTransaction(pool, (client) => writeGroup(client, group, devices, now))
      alerts.push(...history.alerts)
      readings += history.readings.length
      written += 1
      const percent = Math.floor((written / groups.length) * 10) * 10
      if (percent > told) progress(`history ${percent} %`)
      told = Math.max(told, percent)
    }
  }
  await Promise.all(Array.from({ length: lanesOf(pool) }, lane))
  return { alerts, readings }
}

/** One connection is held by the lock of the seed; a small pool must not wait for itself. */
function lanesOf(pool: pg.Pool): number {
  return Math.max(1, Math.min(LANES, (pool.options.max ?? 10) - 1))
}

async function writeGroup(
  client: pg.ClientBase,
  group: readonly PlannedDevice[],
  ids: ReadonlyMap<string, number>,
  now: number,
): Promise<History> {
  const setups = await loadDevices(
    client,
    group.map(({ public_id }) => ids.get(public_id)!),
  )
  const history = emptyHistory()
  for (const device of group) {
    const setup = setups.get(ids.get(device.public_id)!)
    if (setup) gatherHistory(history, setup, device, now)
  }
  await insertReadings(client, history.readings)
  await addToBuckets(client, rollUp(history.readings), () => true)
  await insertDeviceRecords(client, history.records)
  await insertTankChanges(client, history.changes)
  await upsertPortStates(client, history.states)
  await writeDeviceStates(client, setups, history.newest)
  await insertRawUplinks(client, history.uplinks)
  return history
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A half-made history is cleared at the next start, so that no set has to wait for the disk.
    await client.query('set local synchronous_commit = off')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
