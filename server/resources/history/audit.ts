import { type RawBuilder, sql } from 'kysely'
import type { Values } from '#core/platform/values.ts'
import type { AuditAction } from '#core/resources/auditActions.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import type { Change } from '#core/resources/kinds/listKinds.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import type { Channel } from '#server/platform/database/notify.ts'
import { withChangeEvents } from '../changes/reportChanges.ts'
import { plainTitleSql } from '../names/titleSql.ts'
import { withUserFields } from '../userFields/userFields.ts'

/**
 * Writes an audit entry: who did what to a record, on whose behalf, and with which changes, without secrets. For a deletion it is written
 * first, so that the entry keeps the record's name. Open pages are notified of the record, and webhooks of the kind report it.
 */
export async function audit(
  { db, actor, now, isTrial }: Pick<Context, 'db' | 'actor' | 'now' | 'isTrial'>,
  resource: string,
  record_id: number | null,
  action: AuditAction,
  changes: readonly Change[] = [],
): Promise<void> {
  if (isTrial) return
  const by = actor.impersonator ?? actor.user_id
  const onBehalfOf = actor.impersonator === null ? null : actor.user_id
  const row = sql`(select ${record_id}::bigint as record_id) as changed`
  const reported = record_id === null ? sql`` : withChangeEvents(kindNamed(resource), action, now, row)
  await sql`with entry as (insert into audit_entries
      (at, resource, record_id, title, action, user_id, on_behalf_of, company_id, api_key_id, changes)
    values (${now}, ${resource}, ${record_id}, ${titleOf(resource, record_id)}, ${action}, ${by}, ${onBehalfOf},
      ${actor.company_id}, ${actor.api_key_id}, ${JSON.stringify(changes)}))${reported}
    ${toPages(resource, record_id)}`.execute(db)
}

/** Like `audit`, for many records in one statement, each with its own changes. For a deletion it is written first. */
export async function auditMany(
  { db, actor, now, isTrial }: Pick<Context, 'db' | 'actor' | 'now' | 'isTrial'>,
  resource: string,
  action: AuditAction,
  records: readonly { record_id: number; changes?: readonly Change[] }[],
): Promise<void> {
  const kind = kindNamed(resource)
  if (records.length === 0 || !kind || isTrial) return
  const by = actor.impersonator ?? actor.user_id
  const onBehalfOf = actor.impersonator === null ? null : actor.user_id
  const company = kind.scope === 'company' ? sql`record.company_id` : sql`null::bigint`
  // As many page notifications as fit into one of the database's.
  await sql`with entry as (
      select one.record_id, one.changes, one.at, left(${plainTitleSql(kind, 'record')}, 255) as title, ${company} as company_id
      from jsonb_to_recordset(${JSON.stringify(records.map((record, index) => ({ at: index, ...record })))}::jsonb)
        as one (at integer, record_id bigint, changes jsonb)
      left join ${sql.table(tableOf(kind))} as record on ${sql.ref(`record.${kind.id}`)} = one.record_id),
    written as (insert into audit_entries
      (at, resource, record_id, title, action, user_id, on_behalf_of, company_id, api_key_id, changes)
      select ${now}::timestamptz, ${resource}::text, record_id, title, ${action}::text, ${by}::bigint, ${onBehalfOf}::bigint,
        ${actor.company_id}::bigint, ${actor.api_key_id}::bigint, coalesce(changes, '[]'::jsonb) from entry order by at)${withChangeEvents(kind, action, now, sql`entry`)}
    select pg_notify(${sql.lit(LIVE)}, json_build_object('records',
      json_agg(json_build_array(${resource}::text, record_id, company_id)))::text)
    from entry group by at / ${sql.lit(RECORDS_PER_NOTIFICATION)}`.execute(db)
}

const RECORDS_PER_NOTIFICATION = 100
const LIVE = 'live' satisfies Channel

/** The notification to open pages, sent at commit: in SQL, as the same statement finds the company. */
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

/** The current title of the record; null without a definition. */
function titleOf(name: string, record_id: number | null): RawBuilder<unknown> {
  const kind = kindNamed(name)
  if (!kind || record_id === null) return sql`null`
  return sql`(select left(${plainTitleSql(kind, tableOf(kind))}, 255) from ${sql.table(tableOf(kind))}
    where ${sql.ref(kind.id)} = ${record_id})`
}

/** The differences between a record before and after, field by field, in the order of the definition. */
export function changesBetween(resource: Resource, before: Values, after: Values): Change[] {
  return Object.entries(withUserFields(resource).fields).flatMap(([field, definition]) => {
    if (!(field in after)) return []
    if (isSecret(definition)) return [{ field, before: '[secret]', after: '[secret]' }]
    const was = before[field] ?? null
    const is = after[field] ?? null
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })
}
