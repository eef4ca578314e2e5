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
import { demoFleet, type PlannedDevice } from './fleet.ts'
import { gatherHistory, type PastAlert } from './gatherHistory.ts'

/** While the database writes one device, the next is computed. */
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
  const waiting = fleet.values()
  const alerts: PastAlert[] = []
  let readings = 0
  let written = 0
  async function lane(): Promise<void> {
    for (const device of waiting) {
      const id = devices.get(device.public_id)!
      const history = await inTransaction(pool, (client) => writeDevice(client, id, device, now))
      alerts.push(...history.alerts)
      readings += history.readings.length
      written += 1
      const tenths = (count: number) => Math.floor((count / fleet.length) * 10)
      if (tenths(written) > tenths(written - 1)) progress(`history ${tenths(written) * 10} %`)
    }
  }
  // One connection is held by the lock of the seed; a small pool must not wait for itself.
  const lanes = Math.max(1, Math.min(LANES, (pool.options.max ?? 10) - 1))
  await Promise.all(Array.from({ length: lanes }, lane))
  return { alerts, readings }
}

async function writeDevice(client: pg.ClientBase, id: number, device: PlannedDevice, now: number) {
  const setups = await loadDevices(client, [id])
  const history = gatherHistory(setups.get(id)!, device, now)
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
