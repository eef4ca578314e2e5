import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/** The id of a device's port by its number. @throws Refusal 404 */
export async function findPort({ db }: Context, device_id: number, port_number: number): Promise<number> {
  const { rows } = await sql<{ device_ports_id: number }>`
    select device_ports_id from device_ports
    where device_id = ${device_id} and port_number = ${port_number}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].device_ports_id
}
