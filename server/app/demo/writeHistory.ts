import type pg from 'pg'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { rollUp } from '#server/domains/telemetry/history/rollUp.ts'
import { loadDevices } from '#server/domains/telemetry/intake/loadDevices.ts'
import { writeDeviceStates } from '#server/domains/telemetry/intake/writeDeviceStates.ts'
import {
  addToBuckets,
  insertDeviceRecords,
  insertRawUplinks,
  insertReadings,
  insertTankChanges,
  upsertPortStates,
} from '#server/domains/telemetry/intake/writeRows.ts'
import { demoFleet, type PlannedDevice } from './fleet.ts'
import { gatherHistory, type PastAlert } from './gatherHistory.ts'

interface HistoryServices {
  pool: pg.Pool
  progress: (text: string) => void
}

/** Writes the last year of every demo device. @returns the resulting alerts, and the number of readings. */
export async function writeHistory(
  { pool, progress }: HistoryServices,
  devices: ReadonlyMap<string, number>,
  now: number,
): Promise<{ alerts: PastAlert[]; readings: number }> {
  const fleet = demoFleet().filter(({ public_id }) => devices.has(public_id))
  const waiting = fleet.entries()
  const alerts: PastAlert[] = []
  let readings = 0
  async function lane(): Promise<void> {
    const client = await pool.connect()
    try {
      // An incomplete history is cleared at the next start, so no commit has to wait for the disk.
      await client.query('set synchronous_commit = off')
      for (const [place, device] of waiting) {
        const history = await writeDevice(client, getOrThrow(devices, device.public_id), device, now)
        alerts.push(...history.alerts)
        readings += history.late.length
        const tenths = (count: number) => Math.floor((count / fleet.length) * 10)
        if (tenths(place + 1) > tenths(place)) progress(`history ${tenths(place + 1) * 10} %`)
      }
    } finally {
      client.release(true)
    }
  }
  // The next device is computed while the database writes one. The lock of the seed holds a connection.
  const isSmall = (pool.options.max ?? 10) < 3
  await Promise.all(isSmall ? [lane()] : [lane(), lane()])
  return { alerts, readings }
}

async function writeDevice(client: pg.ClientBase, id: number, device: PlannedDevice, now: number) {
  const setups = await loadDevices(client, [id])
  const history = gatherHistory(getOrThrow(setups, id), device, now)
  await client.query('begin')
  await insertReadings(client, history.late)
  await addToBuckets(client, rollUp(history.late), () => true)
  await insertDeviceRecords(client, history.lateRecords)
  await insertTankChanges(client, history.changes)
  await upsertPortStates(client, history.states)
  await writeDeviceStates(client, setups, history.newest)
  await insertRawUplinks(client, history.uplinks)
  await client.query('commit')
  return history
}
