import { sql } from 'kysely'
import { type Compared, compareWithBare } from './bareHandler.ts'
import { get } from './call.ts'
import { type Bench, type Figure, timed } from './figure.ts'
import { makeFleet } from './fleet.ts'

/** Lists and single records against a bare handler that runs the same queries, and a map of the whole fleet. */
export async function benchLists({ server, quick }: Bench): Promise<Figure[]> {
  const count = quick ? 2000 : 100_000
  await makeFleet(server.db, count, 'LIST')
  await sql`insert into device_states (device_id, company_id, level, percent)
    select device_id, company_id, 'fine', 50 from devices on conflict do nothing`.execute(server.db)
  await sql`analyze devices, device_ports, device_states, port_states`.execute(server.db)
  const compare = (url: string) =>
    compareWithBare(server.pool, {
      ours: () => get(`http://127.0.0.1:${server.port}${url}`),
      sizes: { rounds: 9, times: 15 },
    })
  const list = await compare('/api/devices?page_size=25&status=active&search=yard%2099&sort=-public_id')
  const { rows } = await sql<{ id: number }>`select max(device_id) as id from devices`.execute(server.db)
  const single = await compare(`/api/devices/${rows[0]!.id}`)
  const map = await timed(5, () => get(`http://127.0.0.1:${server.port}/api/devices/gps_coords?status=all`))
  const sizes = `${count.toLocaleString('en')} devices`
  return [
    ratioOf('devices list', `25 rows of ${sizes}, filtered, searched inside words, sorted`, list),
    ratioOf('a single device', sizes, single),
    {
      what: 'map of every position',
      sizes,
      measured: `${map.toFixed(0)} ms`,
      wanted: '≤ 400 ms',
      reached: map <= 400,
    },
  ]
}

function ratioOf(what: string, sizes: string, { ours, bare }: Compared): Figure {
  const ratio = bare / ours
  return {
    what,
    sizes,
    measured: `${ours.toFixed(2)} ms`,
    floor: `${bare.toFixed(2)} ms`,
    ratio,
    wanted: '≥ 0.5',
    reached: ratio >= 0.5,
  }
}
