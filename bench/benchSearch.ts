import { sql } from 'kysely'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { type Benchmark, type Measurement, timed } from './measurement.ts'
import { get } from './request.ts'

/** Measures the search over every kind of record, for staff who see everything and for a customer who sees little. */
export async function benchSearch({ server, quick }: Benchmark): Promise<Measurement[]> {
  const count = quick ? 20_000 : 900_000
  await sql`insert into people (company_id, first_name, last_name, job_title)
    select ${COMPANY.stranger}, (array['Ada','Grace','Edsger','Barbara','Donald'])[1 + n % 5],
      (array['Peterson','Kowalski','Nguyen','Okafor','Garcia'])[1 + (n / 5) % 5] || ' ' || left(md5(n::text), 20), 'Driver ' || n
    from generate_series(1, ${count}::int) as n`.execute(server.db)
  await sql`analyze people`.execute(server.db)
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from people) + (select count(*) from devices) as count`.execute(server.db)
  const sizes = `${Number(rows[0]!.count).toLocaleString('en')} records`
  const cases = [
    ['search of everything, a rare name', 'administrator', 'driver 77123'],
    ['search of everything, a name of thousands', 'administrator', 'peterson'],
    ['search of everything, misspelt', 'administrator', 'kowalksi'],
    ['search of everything, by a customer', 'customer', 'peterson'],
  ] as const
  const figures: Measurement[] = []
  for (const [what, account, search] of cases) {
    const url = `http://127.0.0.1:${server.port}/api/search?search=${encodeURIComponent(search)}`
    const took = await timed(7, () => get(url, account))
    figures.push({ what, sizes, measured: `${took.toFixed(0)} ms`, wanted: '≤ 150 ms', reached: took <= 150 })
  }
  return figures
}
