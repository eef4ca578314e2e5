import { type RawBuilder, sql } from 'kysely'
import { type RecordOf, type Resource, tableOf } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/prepared.ts'
import { malformed } from '#server/platform/refusal.ts'
import type { ListQuery } from './listQuery.ts'
import { inOrder, ordering, orderOf } from './order.ts'
import { type Beside, columnsOf, fieldSql, type Rows, rowsOf, titleSql } from './rows.ts'
import { totalOf } from './total.ts'
import { userFieldIs, whole } from './userFields.ts'

export interface Page<T> {
  rows: T[]
  page: PageInfo
}

export interface PageInfo {
  page_num: number
  page_size: number
  total_records: number
  /** There are about so many: more than are counted for each answer. */
  total_is_estimate?: 1
  /** There are more than were counted, and nobody has estimated how many. */
  is_more?: true
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
  beside?: Beside<RecordOf<R>>,
): Promise<Page<RecordOf<R>>> {
  const matching = matchingRows(context, resource, query, filters)
  const page = pageOf(context, resource, matching, query, beside)
  const found = await (isAskedAgain(query) ? runPrepared(context.db, page) : rowsAnswered(context, page))
  const rows = (beside ? found.map(beside.finish) : found) as RecordOf<R>[]
  return {
    rows,
    page: {
      page_num: query.page_num,
      page_size: query.page_size,
      ...(await totalOf(context, matching, query, rows.length)),
    },
  }
}

/** The first page without a search comes again and again with other values only: others are planned for what they ask. */
function isAskedAgain({ search, page_num, page_size }: ListQuery): boolean {
  return search === '' && page_num === 1 && page_size > 0 && page_size <= 100
}

async function rowsAnswered<T>({ db }: Context, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(db)).rows
}

/**
 * The rows of one page with the columns of an answer. Those before it are passed over by their keys alone: what an answer
 * holds beside is read of its own rows only.
 */
export function pageOf(
  context: Context,
  resource: Resource,
  matching: Rows,
  query: ListQuery,
  beside?: Pick<Beside<unknown>, 'key' | 'joins' | 'columns'>,
): RawBuilder<Record<string, unknown>> {
  const { page_size, page_num } = query
  const before = (page_num - 1) * page_size
  if (!beside && (page_size === 0 || before === 0)) {
    const rows = orderedRows(context, resource, matching, query)
    return sql`${page_size === 0 ? rows : rows.limit(sql.lit(page_size))}`
  }
  const order = orderOf(context.actor, resource, query.sort)
  const key = (at: number) => `key_${at}`
  const own = sql.ref(`${resource.name}.${resource.id}`)
  const keys = inOrder(order.join(matching), order)
    .select(order.keys.map(({ value }, at) => sql`${value}`.as(key(at))) as never)
    .select(sql`${own}`.as('key'))
  const limited = page_size === 0 ? keys : keys.limit(sql.lit(page_size)).offset(sql.lit(before))
  const again = order.keys.map(({ isNullable }, at) =>
    ordering(sql.ref(`page.${key(at)}`), isNullable, order.descending),
  )
  return sql`select ${columnsOf(context.actor, resource, query.fields, beside)} from (${limited}) as page
    join ${sql.table(tableOf(resource))} as ${sql.id(resource.name)} on ${own} = page.key
    ${beside?.joins ?? sql``} order by ${sql.join(again)}`
}

/** All matching rows with the columns of an answer, in the order asked for: what an export streams. */
export function orderedRows(
  { actor }: Context,
  resource: Resource,
  matching: Rows,
  { sort, fields }: ListQuery,
): Rows {
  const order = orderOf(actor, resource, sort)
  return inOrder(order.join(matching).select(columnsOf(actor, resource, fields) as never), order)
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
