import { sql } from 'kysely'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from './rows.ts'

/** Who changed a record, for whom, when and how; newest first. */
export async function listHistory(context: Context, resource: Resource, id: number): Promise<object[]> {
  await requireVisible(context, resource, id)
  const { rows } = await sql<object>`
    select a.at, a.action, a.changes, who.username as by, whom.username as on_behalf_of
    from audit_entries a
      left join users who on who.user_id = a.user_id
      left join users whom on whom.user_id = a.on_behalf_of
    where a.resource = ${resource.name} and a.record_id = ${id}
    order by a.audit_id desc limit 200`.execute(context.db)
  return rows
}
