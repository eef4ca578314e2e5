import { type RawBuilder, sql } from 'kysely'
import { type RecordOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { isNumber } from '#core/resources/isNumeric.ts'
import { isReference } from '#core/resources/isReference.ts'
import { isText } from '#core/resources/isText.ts'
import type { Statuses } from '#core/resources/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/prepared.ts'
import { malformed } from '#server/platform/refusal.ts'
import { ShortLivedCache } from './keptForAMoment.ts'
import type { ListQuery } from './listQuery.ts'
import { inOrder, type Order, orderBySql, orderOf } from './order.ts'
import { namingSql } from './placeNameSql.ts'
import { columnsOf, fieldSql, hiddenFields, type RelatedColumns, type Rows, rowsOf } from './rows.ts'
import { titleSql } from './titleSql.ts'
import { totalOf } from './total.ts'
import { userFieldEquals } from './userFieldSql.ts'
import { withUserFields } from './userFields.ts'

/** So many matching records are gathered and put in order for each answer; more are read along the order. */
const FEW = 2_000
const manyMatch = new ShortLivedCache<true>(60_000)

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
export type QueryFilter = (context: Context, value: string) => RawBuilder<boolean>
export type QueryFilters = Readonly<Record<string, QueryFilter>>

/** A page of the records that the actor may see and that match, and how many there are in all. */
export async function listRecords<R extends Resource>(
  context: Context,
  resource: R,
  query: ListQuery,
  filters: QueryFilters = {},
  beside?: RelatedColumns<RecordOf<R>>,
): Promise<Page<RecordOf<R>>> {
  const matching = matchingRows(context, resource, query, filters)
  const few = isSelective(context, resource, query)
    ? await fewOf(context, resource, matching, query, beside)
    : undefined
  const found =
    few?.rows ?? (await runPage(context, query, pageOf(context, resource, matching, query, beside)))
  const rows = (beside ? found.map(beside.finish) : found) as RecordOf<R>[]
  const total = few ? { total_records: few.total } : await totalOf(context, matching, query, rows.length)
  return { rows, page: { page_num: query.page_num, page_size: query.page_size, ...total } }
}

/**
 * Whether only some of the records match, and an index leads to them, as far as the question tells. These are gathered first
 * and then put in order: along the order everything would be looked at until a page is full.
 */
export function isSelective(
  { actor }: Context,
  kind: Resource,
  { search, filters, page_size }: ListQuery,
): boolean {
  if (page_size === 0) return false
  const { fields, name, devicesBy } = kind
  const leads = Object.keys(filters).some((filter) => isReference(fields[filter]))
  const hasDevices = actor.limits['devices'] && typeof devicesBy === 'object' && 'field' in devicesBy
  return leads || search !== '' || actor.companies !== 'all' || Boolean(actor.limits[name] || hasDevices)
}

type FoundRow = Record<string, unknown>

/** A page of records that are few, and how many they are; undefined when they are more, or lie before the page. */
async function fewOf(
  context: Context,
  resource: Resource,
  matching: Rows,
  query: ListQuery,
  beside?: RelatedColumns<unknown>,
): Promise<{ rows: FoundRow[]; total: number } | undefined> {
  const { search, filters } = query
  const key = JSON.stringify([resource.name, context.actor.user_id, search, filters])
  if (manyMatch.get(context.db, key)) return undefined
  const rows = await runPage(context, query, pageOfSelectiveList(context, resource, matching, query, beside))
  if (rows.length === 0) return query.page_num === 1 ? { rows: [], total: 0 } : undefined
  const total = Number(rows[0]!['found_count'])
  if (total > FEW) {
    manyMatch.set(context.db, key, true)
    return undefined
  }
  return { rows: rows.map(({ found_count: _, ...row }) => row), total }
}

function runPage<T>(context: Context, query: ListQuery, statement: RawBuilder<T>): Promise<T[]> {
  return isAskedAgain(query) ? runPrepared(context.db, statement) : rowsAnswered(context, statement)
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
  beside?: BesideInSql,
): RawBuilder<FoundRow> {
  const { page_size } = query
  const before = rowsBefore(query)
  if (!beside && (page_size === 0 || before === 0)) {
    const rows = orderedRows(context, resource, matching, query)
    return sql`${page_size === 0 ? rows : rows.limit(sql.lit(page_size))}`
  }
  const order = orderOf(context.actor, resource, query.sort)
  const keys = inOrder(keysOf(resource, matching, order), order)
  const limited = page_size === 0 ? keys : keys.limit(sql.lit(page_size)).offset(sql.lit(before))
  return rowsOfPage(context, resource, query, { page: sql`(${limited})`, order, beside })
}

/**
 * The same where few records match: the keys of all that do, as long as they are few, and of those the page. Each row tells in
 * `found_count` how many there are; more than there may be: the page is none.
 */
export function pageOfSelectiveList(
  context: Context,
  resource: Resource,
  matching: Rows,
  query: ListQuery,
  beside?: BesideInSql,
): RawBuilder<FoundRow> {
  const order = orderOf(context.actor, resource, query.sort)
  const some = keysOf(resource, matching, order).limit(sql.lit(FEW + 1))
  const page = sql`(select *, (select count(*) from found) as found_count from found
    order by ${keyOrder('found', order)} limit ${sql.lit(query.page_size)} offset ${sql.lit(rowsBefore(query))})`
  const rows = rowsOfPage(context, resource, query, { page, order, beside, more: sql`, found_count` })
  return sql`with found as materialized (${some}) ${rows}`
}

type BesideInSql = Pick<RelatedColumns<unknown>, 'key' | 'joins' | 'columns'>

function rowsBefore({ page_num, page_size }: ListQuery): number {
  return (page_num - 1) * page_size
}

/** What matching rows are ordered by, and their ids. */
function keysOf(resource: Resource, matching: Rows, order: Order): Rows {
  return order
    .join(matching)
    .select(order.keys.map(({ value }, at) => sql`${value}`.as(`key_${at}`)) as never)
    .select(sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as('key'))
}

/** The same order, told by the keys that were selected from `table`. */
function keyOrder(table: string, { keys, descending }: Order): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ isNullable }, at) => orderBySql(sql.ref(`${table}.key_${at}`), isNullable, descending)),
  )
}

interface PageInSql {
  /** The keys of its rows. */
  page: RawBuilder<unknown>
  order: Order
  beside: BesideInSql | undefined
  more?: RawBuilder<unknown>
}

function rowsOfPage(
  { actor }: Context,
  resource: Resource,
  { fields }: ListQuery,
  { page, order, beside, more = sql`` }: PageInSql,
): RawBuilder<FoundRow> {
  const own = sql.ref(`${resource.name}.${resource.id}`)
  return sql`select ${columnsOf(actor, resource, fields, beside)}${more} from ${page} as page
    join ${sql.table(tableOf(resource))} as ${sql.id(resource.name)} on ${own} = page.key
    ${beside?.joins ?? sql``} order by ${keyOrder('page', order)}`
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
  filters: QueryFilters = {},
): Rows {
  const found =
    query.search === ''
      ? rowsOf(context, resource)
      : searched(context, rowsOf(context, resource), resource, query.search)
  return Object.entries(query.filters).reduce((rows, [name, value]) => {
    const question = filters[name]
    if (!question && name === 'dashboard' && resource.statuses)
      return value === '0' ? rows : rows.where(isOpen(resource, resource.statuses))
    return rows.where(question ? question(context, value) : fieldIs(resource, name, value))
  }, found)
}

/** `dashboard=1` asks for the records in which something is still to be done. */
function isOpen(resource: Resource, { field, done }: Statuses) {
  return sql<boolean>`${fieldSql(resource, field)} <> all(${done})`
}

function searched({ actor }: Context, rows: Rows, resource: Resource, search: string): Rows {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { search: names, fields } = withUserFields(resource)
  const hidden = hiddenFields(actor, resource)
  const readable = names.filter((name) => !hidden.includes(name))
  const conditions = readable.map((name) =>
    isText(fields[name])
      ? sql<boolean>`${fieldSql(resource, name)} ilike ${pattern}`
      : sql<boolean>`${fieldSql(resource, name)}::text ilike ${pattern}`,
  )
  if (resource.seenBelow) {
    conditions.push(sql<boolean>`${titleSql(actor, resource, resource.name)} ilike ${pattern}`)
  }
  const naming = namingSql(resource, resource.name)
  if (naming) conditions.push(sql<boolean>`${naming} ilike ${pattern}`)
  if (conditions.length === 0) return rows
  return rows.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
}

function fieldIs(resource: Resource, name: string, value: string): RawBuilder<boolean> {
  const field = withUserFields(resource).fields[name]
  const column = fieldSql(resource, name)
  if (!field && name !== resource.id) throw new Error(`${resource.name} has no filter named ${name}`)
  if (!field || isNumber(field)) {
    if (!/^\d{1,15}$/.test(value)) throw malformed()
    if (field?.isUserDefined) return userFieldEquals(resource.name, name, field, value)
    return sql<boolean>`${column} = ${Number(value)}`
  }
  if (field.isUserDefined) return userFieldEquals(resource.name, name, field, value)
  return sql<boolean>`${column} = ${value}`
}
