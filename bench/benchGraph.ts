import { sql } from 'kysely'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { type Bench, type Figure, timed } from './figure.ts'
import { makeFleet } from './fleet.ts'

const DAY = 86_400_000

/** A year of 10-minute readings of one tank as a graph of at most 800 points. */
export async function benchGraph({ server, quick }: Bench): Promise<Figure[]> {
  const { db, app } = server
  await makeFleet(db, 1, 'GRAPH')
  const { rows } = await sql<{
    device_id: number
  }>`select device_id from devices where public_id like 'GRAPH-%'`.execute(db)
  const { device_id } = rows[0]!
  const end = Math.floor(Date.now() / DAY) * DAY
  const days = quick ? 30 : 365
  await fillYear(db, device_id, end, days)
  const headers = { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('administrator')}` }
  const url = `/api/devices/${device_id}/port_history_graph/1?from=${end - days * DAY}&to=${end}&max_points=800`
  await app.inject({ url, headers })
  const ms = await timed(15, async () => {
    const answer = await app.inject({ url, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  })
  return [
    {
      what: 'graph of a year',
      sizes: `${days} days of 10-minute readings, at most 800 points`,
      measured: `${ms.toFixed(1)} ms`,
      wanted: '≤ 25 ms',
      reached: ms <= 25,
    },
  ]
}

async function fillYear(
  db: Bench['server']['db'],
  device_id: number,
  end: number,
  days: number,
): Promise<void> {
  const from = new Date(end - days * DAY)
  await sql`insert into readings (device_id, port_number, at, raw, height, volume, percent, temperature, quality)
    select ${device_id}, 1, at, 1000, 1000, 5000 + 4000 * sin(extract(epoch from at) / 500000), 50, 12, 0
    from generate_series(${from}::timestamptz, ${new Date(end)}::timestamptz - interval '10 minutes', interval '10 minutes') as at`.execute(
    db,
  )
  for (const [table, unit] of [
    ['readings_hourly', 'hour'],
    ['readings_daily', 'day'],
  ] as const) {
    await sql`insert into ${sql.table(table)}
      select device_id, port_number, date_trunc(${unit}, at), count(*), sum(volume), min(volume), max(volume),
        sum(percent), min(percent), max(percent), sum(height), min(at), min(volume), max(at), max(volume)
      from readings where device_id = ${device_id} group by 1, 2, 3`.execute(db)
  }
}
