import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { insertRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord, requireVisible } from '#server/resources/rows.ts'

interface DeviceTag {
  tag_id: number
  tag: string
}

/** Tags a device with a text; the tag is created if the company does not have it yet. */
export async function tagDevice(context: Context, device_id: number, tag: string): Promise<DeviceTag[]> {
  const { company_id } = await lockRecord(context, devices, device_id)
  const { tag: text }: { tag: string } = acceptNew(context, tags, { tag, company_id })
  const { rows } = await sql<{ tag_id: number }>`
    select tag_id from tags where company_id = ${company_id} and lower(tag) = lower(${text})`.execute(
    context.db,
  )
  const tag_id = rows[0]?.tag_id ?? (await insertRecord(context, tags, { tag: text, company_id })).tag_id
  return attachTag(context, device_id, tag_id)
}

/** Adds an existing tag of the device's own company. @throws Refusal 404, 422 */
export async function attachTag(context: Context, device_id: number, tag_id: number): Promise<DeviceTag[]> {
  const { company_id } = await lockRecord(context, devices, device_id)
  await requireVisible(context, tags, tag_id)
  const tag = await readRecord(context, tags, tag_id)
  if (tag.company_id !== company_id) refuseIssues([{ field: 'tag_id', rule: 'other_company' }])
  await sql`insert into device_tags (device_id, tag_id) values (${device_id}, ${tag_id})
    on conflict do nothing`.execute(context.db)
  return afterChange(context, device_id, tag_id, 'tag')
}

/** Removes a tag from a device; the tag itself stays. @throws Refusal 404 */
export async function detachTag(context: Context, device_id: number, tag_id: number): Promise<DeviceTag[]> {
  await lockRecord(context, devices, device_id)
  await requireVisible(context, tags, tag_id)
  await context.db
    .deleteFrom('device_tags')
    .where('device_id', '=', device_id)
    .where('tag_id', '=', tag_id)
    .execute()
  return afterChange(context, device_id, tag_id, 'untag')
}

async function afterChange(
  context: Context,
  device_id: number,
  tag_id: number,
  action: 'tag' | 'untag',
): Promise<DeviceTag[]> {
  await sql`update tags set device_count = (select count(*) from device_tags where tag_id = ${tag_id})
    where tag_id = ${tag_id}`.execute(context.db)
  await audit(context, 'devices', device_id, action, [{ field: 'tag_id', before: null, after: tag_id }])
  const { rows } = await sql<DeviceTag>`
    select t.tag_id, t.tag from device_tags dt join tags t using (tag_id)
    where dt.device_id = ${device_id} order by t.tag`.execute(context.db)
  return rows
}
