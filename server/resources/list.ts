import { type RawBuilder, sql } from 'kysely'
import type { RecordOf, Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { Context } from '#server/platform/context.ts'
import { malformed } from '#server/platform/refusal.ts'
import type { ListQuery } from './listQuery.ts'
import { columnsOf, fieldSql, type Rows, rowsOf, titleSql } from './rows.ts'
import { userFieldIs, whole } from './userFields.ts'

export interface Page<T> {
  rows: T[]
  /** `is_more`: there are more than were counted. */
  page: { page_num: number; page_size: number; total_records: number; is_more?: true }
}

/** A filter that is a question rather than a field: its value becomes a condition on the resource's rows. */
export type Filter = (context: Context, value: string) => RawBuilder<boolean>
export type Filters = Readonly<Record<string, Filter>>

/** A page of the records that the actor may see and that match, and how many there are in all. */
export async function listRecords<R extends Resource>(
  context: Context,
  resource: R,
  query: ListQuery,
  filters: Filters = {},
): Promise<Page<RecordOf<R>>> {
  const matching = matchingRows(context, resource, query, filters)
  const counted = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const ordered = orderedRows(context, resource, matching, query)
  const rows = await (query.page_size === 0
    ? ordered
    : ordered.limit(query.page_size).offset((query.page_num - 1) * query.page_size)
  ).execute()
  return {
    rows: rows as RecordOf<R>[],
    page: { page_num: query.page_num, page_size: query.page_size, total_records: Number(counted['count']) },
  }
}

/** All matching rows with the columns of an answer, in the order asked for: what an export streams. */
export function orderedRows(context: Context, resource: Resource, matching: Rows, { sort }: ListQuery): Rows {
  const field = whole(resource).fields[sort.field]
  const other = resource.orders?.[sort.field]
  const column = other
    ? sql.ref(`ordered.${other.column}`)
    : field?.kind === 'reference'
      ? sql.id(titleKey(sort.field))
      : fieldSql(resource, sort.field)
  const id = `${resource.name}.${resource.id}`
  const rows = other
    ? (matching.leftJoin(`${other.table} as ordered`, `ordered.${resource.id}`, id) as never as Rows)
    : matching
  return rows
    .select(columnsOf(context.actor, resource) as never)
    .orderBy(column as never, (order) => (sort.descending ? order.desc() : order.asc()).nullsLast())
    .orderBy(sql.ref(id), 'asc')
}

/** The rows that the actor may see, narrowed by search and filters. */
export function matchingRows(
  context: Context,
  resource: Resource,
  query: ListQuery,
  filters: Filters = {},
): Rows {
  const found =
    query.search === ''
      ? rowsOf(context, resource)
      : searched(context, rowsOf(context, resource), resource, query.search)
  return Object.entries(query.filters).reduce((rows, [name, value]) => {
    const question = filters[name]
    return rows.where(question ? question(context, value) : fieldIs(resource, name, value))
  }, found)
}

function searched({ actor }: Context, rows: Rows, resource: Resource, search: string): Rows {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { search: names, fields } = whole(resource)
  const conditions = names.map((name) =>
    fields[name]?.kind === 'text'
      ? sql<boolean>`${fieldSql(resource, name)} ilike ${pattern}`
      : sql<boolean>`${fieldSql(resource, name)}::text ilike ${pattern}`,
  )
  if (resource.seenBelow) {
    conditions.push(sql<boolean>`${titleSql(actor, resource, resource.name)} ilike ${pattern}`)
  }
  if (conditions.length === 0) return rows
  return rows.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
}

function fieldIs(resource: Resource, name: string, value: string): RawBuilder<boolean> {
  const field = whole(resource).fields[name]
  const column = fieldSql(resource, name)
  if (!field && name !== resource.id) throw new Error(`${resource.name} has no filter named ${name}`)
  if (!field || isNumeric(field)) {
    if (!/^\d{1,15}$/.test(value)) throw malformed()
    if (field?.isUserDefined) return userFieldIs(resource.name, name, field, value)
    return sql<boolean>`${column} = ${Number(value)}`
  }
  if (field.isUserDefined) return userFieldIs(resource.name, name, field, value)
  return sql<boolean>`${column} = ${value}`
}

function isNumeric(field: Field): boolean {
  return (
    ['integer', 'flag', 'reference', 'image'].includes(field.kind) ||
    (field.kind === 'choice' && typeof field.of[0] === 'number')
  )
}
