import { sql } from 'kysely'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { rowsOf } from './rows.ts'

/** The lean form of a list for drop-downs: every record that can still be chosen, by its name. */
export async function listOptions(context: Context, resource: Resource): Promise<object[]> {
  const archived = Object.entries(resource.archive ?? {})
  const rows = archived.reduce(
    (some, [column, value]) => some.where(sql.ref(`${resource.name}.${column}`), '<>', value),
    rowsOf(context, resource),
  )
  return rows
    .select([
      sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as(resource.id),
      sql`${sql.ref(`${resource.name}.${resource.title}`)}::text`.as('label'),
      ...(resource.options ?? []).map((name) => sql`${sql.ref(`${resource.name}.${name}`)}`.as(name)),
    ])
    .orderBy(sql`lower(${sql.ref(`${resource.name}.${resource.title}`)}::text)`)
    .execute()
}
