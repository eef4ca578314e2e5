import { sql } from 'kysely'
import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { malformed } from '#server/platform/refusal.ts'
import { idFrom } from '#server/resources/changes/ids.ts'
import { withNames } from '#server/resources/history/history.ts'
import { shortenedChange } from '#server/resources/history/shortenedChange.ts'
import { orderedRows, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows, type QueryFilters } from '#server/resources/lists/matchingRows.ts'
import { readRecord } from '#server/resources/rows.ts'

/** Entries are counted up to this number; filters or a key (`before`) reach older ones. */
const COUNT_LIMIT = 10_000

const shortenedChanges = sql`(select coalesce(jsonb_agg(${shortenedChange}), '[]')
  from jsonb_array_elements(audit_entries.changes) change)`

type AuditEntry = RecordOf<typeof audit_entries>

/** A day of the reader's calendar. @throws Refusal 400 */
function dayOf(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) throw malformed()
  return value
}

export const auditFilters: QueryFilters = {
  /** The user who did it, or for whom it was done. */
  user_id: (_, value) => {
    const id = idFrom(value)
    return sql<boolean>`(audit_entries.user_id = ${id} or audit_entries.on_behalf_of = ${id})`
  },
  from: ({ actor }, value) =>
    sql<boolean>`audit_entries.at >= ${dayOf(value)}::date::timestamp at time zone ${actor.timeZone}`,
  to: ({ actor }, value) =>
    sql<boolean>`audit_entries.at < (${dayOf(value)}::date + 1)::timestamp at time zone ${actor.timeZone}`,
  /** Entries after that one in the list: paging by key stays fast at any depth. */
  before: (_, value) => {
    const id = idFrom(value)
    const at = sql`(select at from audit_entries where audit_id = ${id})`
    return sql<boolean>`audit_entries.at <= ${at} and (audit_entries.at < ${at} or audit_entries.audit_id < ${id})`
  },
}

/** A page of the audit log; `total_records` counts up to 10,000, and `is_more` reports that there are more. */
export async function listAuditEntries(context: Context, query: ListQuery): Promise<Page<AuditEntry>> {
  const matching = matchingRows(context, audit_entries, query, auditFilters)
  const some = matching.select(sql`1`.as('one')).limit(COUNT_LIMIT + 1)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as counted`.execute(
    context.db,
  )
  const count = firstOf(rows).count
  const page_num = Math.min(query.page_num, Math.ceil(COUNT_LIMIT / query.page_size))
  // Long values are read when the entry is opened.
  const fields = query.fields ?? Object.keys(audit_entries.fields)
  const found = await orderedRows(context, audit_entries, matching, {
    ...query,
    fields: fields.filter((name) => name !== 'changes'),
  })
    .$if(fields.includes('changes'), (rows) => rows.select(shortenedChanges.as('changes')))
    .limit(query.page_size)
    .offset((page_num - 1) * query.page_size)
    .$castTo<AuditEntry>()
    .execute()
  return {
    rows: await withNames(context, found),
    page: {
      page_num,
      page_size: query.page_size,
      total_records: Math.min(count, COUNT_LIMIT),
      ...(count > COUNT_LIMIT && { is_more: true }),
    },
  }
}

/** One entry, with the names of its references. */
export async function readAuditEntry(context: Context, id: number): Promise<AuditEntry> {
  return firstOf(await withNames(context, [await readRecord(context, audit_entries, id)]))
}
