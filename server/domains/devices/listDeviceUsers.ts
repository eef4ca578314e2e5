import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import type { listDeviceUsers as definition } from '#core/domains/devices/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible, rowsOf } from '#server/resources/rows.ts'

/** The users that the actor may see, and whose account reaches a device. */
export async function listDeviceUsers(
  context: Context,
  device_id: number,
): Promise<ResponseOf<typeof definition>['users']> {
  await requireVisible(context, devices, device_id)
  return rowsOf(context, users)
    .where('users.status', '=', 1)
    .where(
      sql<boolean>`exists (
        with recursive above as (
          select company_id, parent_id from companies
            where company_id = (select company_id from devices where device_id = ${device_id})
          union select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id)
        select from accounts a where a.user_id = users.user_id and a.company_id in (select company_id from above)
          and (a.limit_devices = '{}' and a.limit_tags = '{}' or ${device_id} = any(a.limit_devices)
            or exists (select from device_tags t where t.device_id = ${device_id} and t.tag_id = any(a.limit_tags))))`,
    )
    .select(['users.user_id', 'users.username', 'users.first_name', 'users.last_name', 'users.login_type_id'])
    .orderBy('users.last_name')
    .limit(200)
    .$castTo<ResponseOf<typeof definition>['users'][number]>()
    .execute()
}
