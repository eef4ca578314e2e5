import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { rollUp } from '#server/domains/telemetry/history/rollUp.ts'
import { ensurePartitions } from '#server/domains/telemetry/intake/partitions.ts'
import { addToBuckets } from '#server/domains/telemetry/intake/writeRows.ts'
import type { TestDevice } from './deviceWithTank.ts'
import type { TestServer } from './startTestServer.ts'

/** Writes readings of a steady or stepwise use straight into the roll-ups: times further back than records may be. */
export async function rolledUp(
  { pool }: TestServer,
  { device_id }: TestDevice,
  span: { from: number; until: number; every: number },
  volumeAt: (time: number) => number,
): Promise<void> {
  const quality = qualityCode('good')
  const times = Array.from(
    { length: Math.floor((span.until - span.from) / span.every) + 1 },
    (_, index) => span.from + index * span.every,
  )
  const readings = times.map((time) => ({
    ...{ device_id, port_number: 1, time, raw: 0, quality, temperature: null, height: 0, percent: 0 },
    volume: volumeAt(time),
  }))
  await ensurePartitions(pool, [span.from, span.until])
  const client = await pool.connect()
  try {
    await addToBuckets(client, rollUp(readings))
  } finally {
    client.release()
  }
}
