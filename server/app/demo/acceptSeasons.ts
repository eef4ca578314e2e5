import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { demoFleet } from './fleet.ts'
import { dryingSeason } from './tankWorld.ts'

const DAY = 86_400_000

/**
 * Where a dryer's season goes on, its use is the usual one: it was told as a loss when it began, and somebody who knew better has
 * seen it since.
 */
export async function acceptSeasons(
  db: Database,
  devices: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const today = Math.floor(now / DAY)
  const begun = demoFleet().flatMap(({ public_id, ports }) =>
    ports.flatMap(({ port_number, nature }) => {
      const device_id = devices.get(public_id)
      const { begins, ends } = dryingSeason(nature.seed, today)
      const isOn = nature.rhythm === 'dryer' && today >= begins && today < ends
      return isOn && device_id !== undefined ? [{ device_id, port_number, begins }] : []
    }),
  )
  await sql`insert into tank_judgements (device_id, port_number, judged_day, usual_since)
    select device_id, port_number, date '1970-01-01' + begins, date '1970-01-01' + begins
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as begun (device_id int8, port_number int2, begins int4)
    on conflict (device_id, port_number) do nothing`.execute(db)
}
