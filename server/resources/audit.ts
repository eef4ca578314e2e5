import { sql } from 'kysely'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'

interface Change {
  field: string
  before: unknown
  after: unknown
}

type Values = Readonly<Record<string, unknown>>

/** Writes who did what to a record, on whose behalf, and what changed; secrets never stand in it. */
export async function audit(
  { db, actor, now }: Context,
  resource: string,
  record_id: number | null,
  action: string,
  changes: readonly Change[] = [],
): Promise<void> {
  const by = actor.impersonator ?? actor.user_id
  const onBehalfOf = actor.impersonator === null ? null : actor.user_id
  await sql`insert into audit_entries (at, resource, record_id, action, user_id, on_behalf_of, changes)
    values (${now}, ${resource}, ${record_id}, ${action}, ${by}, ${onBehalfOf}, ${JSON.stringify(changes)})`.execute(
    db,
  )
}

/** What differs between a record before and after, field by field, in the order of the definition. */
export function changesBetween(resource: Resource, before: Values, after: Values): Change[] {
  return Object.entries(resource.fields).flatMap(([field, { kind }]) => {
    if (!(field in after)) return []
    if (kind === 'secret') return [{ field, before: '[secret]', after: '[secret]' }]
    const was = before[field] ?? null
    const is = after[field] ?? null
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })
}
