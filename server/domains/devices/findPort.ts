import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/** The id of a device's port by its number. @throws Refusal 404 */
export async function findPort({ db }: Context, device_id: number, port_number: number): Promise<number> {
  const rows = await db
    .selectFrom('device_ports')
    .select('device_ports_id')
    .where('device_id', '=', device_id)
    .where('port_number', '=', port_number)
    .execute()
  if (!rows[0]) throw notFound()
  return rows[0].device_ports_id
}
