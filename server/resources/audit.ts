import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#core/resources/auditActions.ts'
import { type Change, type Resource, tableOf } from '#core/resources/definition.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import type { Channel } from '#server/platform/notify.ts'
import { plainTitleSql } from './titleSql.ts'
import { withUserFields } from './userFields.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes who did what to a record, on whose behalf, and what changed; secrets never stand in it. A record that goes
 * is written before it goes: the entry keeps its name. Open pages are told which record it was.
 */
export async function audit(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  resource: string,
  record_id: number | null,
  action: AuditAction,
  changes: readonly Change[] = [],
): Promise<void> {
  const by = actor.impersonator ?? actor.user_id
  const onBehalfOf = actor.impersonator === null ? null : actor.user_id
  await sql`with entry as (insert into audit_entries
      (at, resource, record_id, title, action, user_id, on_behalf_of, company_id, changes)
    values (${now}, ${resource}, ${record_id}, ${titleOf(resource, record_id)}, ${action}, ${by}, ${onBehalfOf},
      ${actor.company_id}, ${JSON.stringify(changes)}))
    ${toPages(resource, record_id)}`.execute(db)
}

const LIVE = 'live' satisfies Channel

/** The word to open pages, sent when the transaction is on disk: in SQL, for the company is found in the same statement. */
function toPages(name: string, record_id: number | null): RawBuilder<unknown> {
  const kind = kindNamed(name)
  if (!kind || record_id === null) return sql`select`
  const company =
    kind.scope === 'company'
      ? sql`(select company_id from ${sql.table(tableOf(kind))} where ${sql.ref(kind.id)} = ${record_id})`
      : sql`null::bigint`
  return sql`select pg_notify(${sql.lit(LIVE)}, json_build_object('records', json_build_array(
    json_build_array(${name}::text, ${record_id}::bigint, ${company})))::text)`
}

/** What the record is called now; nothing for what has no definition. */
function titleOf(name: string, record_id: number | null): RawBuilder<unknown> {
  const kind = kindNamed(name)
  if (!kind || record_id === null) return sql`null`
  return sql`(select left(${plainTitleSql(kind, tableOf(kind))}, 255) from ${sql.table(tableOf(kind))}
    where ${sql.ref(kind.id)} = ${record_id})`
}

/** What differs between a record before and after, field by field, in the order of the definition. */
export function changesBetween(resource: Resource, before: Values, after: Values): Change[] {
  return Object.entries(withUserFields(resource).fields).flatMap(([field, definition]) => {
    if (!(field in after)) return []
    if (isSecret(definition)) return [{ field, before: '[secret]', after: '[secret]' }]
    const was = before[field] ?? null
    const is = after[field] ?? null
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })
}
