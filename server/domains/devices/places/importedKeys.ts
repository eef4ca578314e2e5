import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { Context } from '#server/platform/context.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { reprovisionDevice } from '../reprovisionDevice.ts'

export interface ImportedKey {
  device_id: number
  public_id: string
  /** Its display name. */
  label: string | null
  site: string | null
  device_key: string
}

/** Devices of an import that wait for a key: devices without a key, and devices with a key that never reported. */
export async function countKeyless(
  context: Context,
  ids: readonly number[],
): Promise<{ without_key: number; unheard: number }> {
  if (ids.length === 0) return { without_key: 0, unheard: 0 }
  const row = await waiting(context, ids)
    .select([
      sql<number>`(count(*) filter (where devices.key_hash is null))::int`.as('without_key'),
      sql<number>`(count(*) filter (where devices.key_hash is not null))::int`.as('unheard'),
    ])
    .executeTakeFirstOrThrow()
  return { without_key: Number(row.without_key), unheard: Number(row.unheard) }
}

/**
 * Gives each device of an import its first key; `again`: also replaces the keys of devices that never reported. The keys are stored as
 * hashes and returned only now.
 */
export async function makeImportedKeys(
  context: Context,
  ids: readonly number[],
  again: boolean,
): Promise<ImportedKey[]> {
  // Called twice at once, the second call finds that each device has its key.
  await sql`select 1 from devices where device_id = any(${ids}::int8[]) order by device_id for update`.execute(
    context.db,
  )
  const rows = await waiting(context, ids)
    .where(sql<boolean>`(${sql.lit(again)} or devices.key_hash is null)`)
    .select([
      'devices.device_id as device_id',
      'devices.public_id as public_id',
      'devices.label as label',
      sql<string | null>`(select name from sites where sites.site_id = devices.site_id)`.as('site'),
    ])
    .orderBy('devices.device_id')
    .execute()
  const created: ImportedKey[] = []
  for (const row of rows) {
    const device_id = Number(row.device_id)
    created.push({
      device_id,
      public_id: String(row.public_id),
      label: row.label,
      site: row.site,
      device_key: await reprovisionDevice(context, device_id),
    })
  }
  return created
}

function waiting(context: Context, ids: readonly number[]) {
  return rowsOf(context, devices).where(
    sql<boolean>`devices.device_id = any(${ids}::int8[]) and devices.status <> 'retired'
      and devices.last_record_date is null`,
  )
}
