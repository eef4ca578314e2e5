import { sql } from 'kysely'
import type { Values } from '#core/platform/values.ts'
import { MAX_BULK_RECORDS } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { bulkFields } from '#core/resources/fields/bulkFields.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, Refusal } from '#server/platform/refusal.ts'
import { describeIssue, refusalMessage, refusalOfError } from '#server/resources/answers.ts'
import { listQueryOf, type RawListQuery } from '../lists/listQuery.ts'
import { matchingRows, type QueryFilters } from '../lists/matchingRows.ts'
import { plainTitleSql } from '../names/titleSql.ts'
import { refuseStale } from '../operations.ts'
import { rowsOf } from '../rows.ts'
import { withUserFields } from '../userFields/userFields.ts'

/** Maximum number of refused records with reasons. */
const MAX_REPORT = 100

/** A selected record, and the state in which the writer has read it. */
export type BulkItem = {
  id: number
  if_updated_at?: string | undefined
}

/** The selected records: each by its id, or all of a list, with the number that the writer saw. */
export interface BulkTarget {
  items?: readonly BulkItem[] | undefined
  matching?: { query: RawListQuery; count: number } | undefined
}

/**
 * The records that a bulk call selects, each once, ordered by id (so that two such calls do not deadlock).
 * @throws Refusal 422 for none or too many; 409 when the number of matching records has changed.
 */
export async function itemsOf(
  context: Context,
  resource: Resource,
  filters: QueryFilters,
  { items, matching }: BulkTarget,
): Promise<BulkItem[]> {
  if (items) {
    const byId = new Map(items.map((item) => [item.id, item]))
    return [...byId.values()].sort((one, other) => one.id - other.id)
  }
  if (!matching) throw invalid([{ field: 'items', rule: 'required' }])
  if (matching.count > MAX_BULK_RECORDS) throw tooMany()
  const found = await matchingRows(context, resource, listQueryOf(resource, matching.query), filters)
    .select(sql<number>`${sql.ref(`${resource.name}.${resource.id}`)}`.as('id'))
    .orderBy('id')
    .limit(MAX_BULK_RECORDS + 1)
    .execute()
  if (found.length !== matching.count) throw conflict('messages.bulk_moved_on', { count: found.length })
  return found.map(({ id }) => ({ id: Number(id) }))
}

function tooMany(): Refusal {
  return new Refusal(422, 'messages.bulk_too_many', { params: { most: MAX_BULK_RECORDS } })
}

/**
 * Applies work to every record, or to none of them.
 * @throws Refusal 422 with a `report`: a row for each refused record, with the reason.
 */
export async function applyToEach(
  context: Context,
  resource: Resource,
  items: readonly BulkItem[],
  work: (item: BulkItem) => Promise<void>,
): Promise<void> {
  const refused: { id: number; refusal: Refusal }[] = []
  for (const item of items) {
    await sql`savepoint one_of_many`.execute(context.db)
    try {
      await refuseStale(context, resource, item.id, item)
      await work(item)
      await sql`release savepoint one_of_many`.execute(context.db)
    } catch (error) {
      const refusal = refusalOfError(error)
      if (!refusal || refusal.status >= 500) throw error
      await sql`rollback to savepoint one_of_many`.execute(context.db)
      refused.push({ id: item.id, refusal })
      if (refused.length === MAX_REPORT) break
    }
  }
  if (refused.length === 0) return
  throw new Refusal(422, 'messages.bulk_refused', {
    params: { count: items.length, refused: refused.length },
    answer: { report: await reportOf(context, resource, refused) },
  })
}

async function reportOf(
  context: Context,
  resource: Resource,
  refused: readonly { id: number; refusal: Refusal }[],
): Promise<object[]> {
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const named = await rowsOf(context, resource)
    .where(sql<boolean>`${id} = any(${refused.map((item) => item.id)})`)
    .select([sql<number>`${id}`.as('id'), plainTitleSql(resource, resource.name).as('title')])
    .execute()
  const titles = new Map(named.map((row) => [Number(row.id), row.title]))
  const { language } = context.actor
  return refused.map(({ id, refusal }) => ({
    id,
    title: titles.get(id) ?? String(id),
    message: refusalMessage(language, refusal),
    errors: (refusal.options.issues ?? []).map((issue) => describeIssue(language, issue)),
  }))
}

/** @throws Refusal 422 naming every field that many records cannot share, or when there are no changes. */
export function refuseSingular(resource: Resource, changes: Values): void {
  const allowed = bulkFields(withUserFields(resource))
  const names = Object.keys(changes)
  if (names.length === 0) throw invalid([{ field: 'changes', rule: 'required' }])
  const foreign = names.filter((name) => !allowed.includes(name))
  if (foreign.length > 0) throw invalid(foreign.map((field) => ({ field, rule: 'not_in_bulk' })))
}
