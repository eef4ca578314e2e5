import { type RawBuilder, sql } from 'kysely'
import { type RecordOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { namedTables } from '../names/namedTables.ts'
import { columnsOf, hiddenFields, type RelatedColumns, type Rows, selectColumns } from '../rows.ts'
import type { ListQuery } from './listQuery.ts'
import { type QueryFilters, rowsAlongOrder, sourcesOf, unionOf } from './matchingRows.ts'
import { inOrder, type Order, orderBySql, orderOf } from './order.ts'
import { ShortLivedCache } from './shortLivedCache.ts'
import { countUpTo, totalOf } from './total.ts'

/** Up to this many matching records are gathered and sorted for each response; more are read along the order. */
const MAX_SORTED_ROWS = 2_000
const manyMatch = new ShortLivedCache<true>(60_000)

export interface Page<T> {
  rows: T[]
  page: PageInfo
}

export interface PageInfo {
  page_num: number
  page_size: number
  total_records: number
  /** The total is an estimate: there are more than are counted for each response. */
  total_is_estimate?: 1
  /** There are more than were counted, without an estimate. */
  is_more?: true
}

/** A page of the matching records that the actor may see, and their total. */
export async function listRecords<R extends Resource>(
  context: Context,
  resource: R,
  query: ListQuery,
  filters: QueryFilters = {},
  related?: RelatedColumns<RecordOf<R>>,
): Promise<Page<RecordOf<R>>> {
  const sources = sourcesOf(context, resource, query, filters)
  const few = isSelective(context, resource, query, filters)
    ? await fewOf(context, resource, sources, query, related)
    : undefined
  const found =
    few?.rows ??
    (await runPage(
      context,
      query,
      pageOf(context, resource, rowsAlongOrder(context, resource, query, filters), query, related),
    ))
  const records = found as RecordOf<R>[]
  const rows = related ? records.map(related.finish) : records
  const total = few ? { total_records: few.total } : await totalOf(context, sources, query, rows.length)
  return { rows, page: { page_num: query.page_num, page_size: query.page_size, ...total } }
}

/**
 * Whether the query selects only some of the records by an index, as far as that is known beforehand. These are gathered first and then
 * sorted: along the order everything would be read until a page is full.
 */
function isSelective(
  { actor }: Context,
  kind: Resource,
  { search, filters, page_size }: ListQuery,
  questions: QueryFilters,
): boolean {
  if (page_size === 0) return false
  const { name, devicesBy, fields } = kind
  const leads = Object.entries(filters).some(([filter, value]) => {
    if (value === String(kind.filters[filter])) return false
    const field = fields[filter]
    const isOfFew = isReference(field) && !resourceOf(field.to).staysSmall
    return questions[filter] || filter === 'dashboard' || isOfFew
  })
  const hasDevices = actor.limits.devices && typeof devicesBy === 'object' && 'field' in devicesBy
  return leads || search !== '' || actor.companies !== 'all' || Boolean(actor.limits[name] || hasDevices)
}

type FoundRow = Record<string, unknown>

/** A page of few records, and their number; undefined when there are more. */
async function fewOf(
  context: Context,
  resource: Resource,
  sources: readonly Rows[],
  query: ListQuery,
  related?: RelatedInSql,
): Promise<{ rows: FoundRow[]; total: number } | undefined> {
  const { search, filters } = query
  const key = JSON.stringify([resource.name, context.actor.user_id, search, filters])
  if (manyMatch.get(context.db, key)) return undefined
  const rows = await runPage(context, query, pageOfFew(context, resource, sources, query, related))
  const [first] = rows
  const total = first ? Number(first.found_count) : await countUpTo(context.db, sources, MAX_SORTED_ROWS + 1)
  if (total > MAX_SORTED_ROWS) {
    manyMatch.set(context.db, key, true)
    return undefined
  }
  return { rows: rows.map(({ found_count: _, ...row }) => row), total }
}

function runPage<T>(context: Context, query: ListQuery, statement: RawBuilder<T>): Promise<T[]> {
  return isRepeated(query) ? runPrepared(context.db, statement) : responseRows(context, statement)
}

/** The first page without a search is repeated with other values only; other queries are planned for their values. */
function isRepeated({ search, page_num, page_size }: ListQuery): boolean {
  return search === '' && page_num === 1 && page_size > 0 && page_size <= 100
}

async function responseRows<T>({ db }: Context, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(db)).rows
}

/**
 * The rows of one page with the columns of a response. Earlier rows are skipped by their keys alone: related columns are read only for the
 * page's own rows.
 */
export function pageOf(
  context: Context,
  resource: Resource,
  matching: Rows,
  query: ListQuery,
  related?: RelatedInSql,
): RawBuilder<FoundRow> {
  const { page_size } = query
  const before = rowsBefore(query)
  if (!related && (page_size === 0 || before === 0)) {
    const rows = orderedRows(context, resource, matching, query)
    return sql`${page_size === 0 ? rows : rows.limit(sql.lit(page_size))}`
  }
  const order = orderOf(context.actor, resource, query.sort)
  const keys = inOrder(keysOf(resource, joined(matching, order), order), order)
  const limited = page_size === 0 ? keys : keys.limit(sql.lit(page_size)).offset(sql.lit(before))
  return rowsOfPage(context, resource, query, { page: sql`(${limited})`, order, related })
}

/**
 * A page where few records match: each source is read up to the limit, and the page is taken from what was found. Each row has their
 * number in `found_count`; beyond the limit the page is incomplete. A record that has exactly the searched title comes first, whatever the
 * order: a search for INV-8 finds INV-80 to INV-899 too.
 */
function pageOfFew(
  context: Context,
  resource: Resource,
  sources: readonly Rows[],
  query: ListQuery,
  related?: RelatedInSql,
): RawBuilder<FoundRow> {
  const { actor, db } = context
  const { name, id } = resource
  const order = exactFirst(actor, resource, query)
  // The joins of the order are evaluated per found record, which are few: not joined to a whole table.
  const found = sources.map((rows) => (order.join ? idsOf(resource, rows) : keysOf(resource, rows, order)))
  const own: Rows = namedTables(db)
    .selectFrom(`${tableOf(resource)} as ${name}`)
    .whereRef(`${name}.${id}`, '=', 'found.key')
  const keys = order.join
    ? sql`found cross join lateral (${keysOf(resource, order.join(own), order).limit(sql.lit(1))}) as keys`
    : sql`found as keys`
  const page = sql`(select keys.*, (select count(*) from found) as found_count from ${keys}
    order by ${keyOrder('keys', order)} limit ${sql.lit(query.page_size)} offset ${sql.lit(rowsBefore(query))})`
  const rows = rowsOfPage(context, resource, query, { page, order, related, more: sql`, found_count` })
  return sql`with found as materialized (${unionOf(found, MAX_SORTED_ROWS + 1)}) ${rows}`
}

/** The requested order, after an exact match of the title, if the actor may see titles. */
function exactFirst(actor: Actor, resource: Resource, { sort, search }: ListQuery): Order {
  const order = orderOf(actor, resource, sort)
  const { title, name } = resource
  if (search === '' || !resource.fields[title] || hiddenFields(actor, resource).includes(title)) return order
  const isOther = sql`lower(${sql.ref(`${name}.${title}`)}::text) is distinct from lower(${search})`
  // `true` comes last in ascending order, `false` in descending order.
  const value = order.descending ? sql`not (${isOther})` : isOther
  return { ...order, keys: [{ value, isNullable: false }, ...order.keys] }
}

type RelatedInSql = Pick<RelatedColumns<unknown>, 'key' | 'joins' | 'columns'>

function rowsBefore({ page_num, page_size }: ListQuery): number {
  return (page_num - 1) * page_size
}

/** The sort keys of rows, and their ids, with the joins of the order. */
function keysOf(resource: Resource, rows: Rows, order: Order): Rows {
  return idsOf(resource, rows.select(order.keys.map(({ value }, index) => sql`${value}`.as(`key_${index}`))))
}

function idsOf(resource: Resource, rows: Rows): Rows {
  return rows.select(sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as('key'))
}

function joined(rows: Rows, { join }: Order): Rows {
  return join ? join(rows) : rows
}

/** The order by the keys selected from `table`. */
function keyOrder(table: string, { keys, descending }: Order): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ isNullable }, index) => orderBySql(sql.ref(`${table}.key_${index}`), isNullable, descending)),
  )
}

interface PageInSql {
  /** The keys of its rows. */
  page: RawBuilder<unknown>
  order: Order
  related: RelatedInSql | undefined
  more?: RawBuilder<unknown>
}

function rowsOfPage(
  { actor }: Context,
  resource: Resource,
  { fields }: ListQuery,
  { page, order, related, more = sql`` }: PageInSql,
): RawBuilder<FoundRow> {
  const own = sql.ref(`${resource.name}.${resource.id}`)
  return sql`select ${columnsOf(actor, resource, fields, related)}${more} from ${page} as page
    join ${sql.table(tableOf(resource))} as ${sql.id(resource.name)} on ${own} = page.key
    ${related?.joins ?? sql``} order by ${keyOrder('page', order)}`
}

/** All matching rows with the columns of a response, in the requested order, for exports. */
export function orderedRows(
  { actor }: Context,
  resource: Resource,
  matching: Rows,
  { sort, fields }: ListQuery,
): Rows {
  const order = orderOf(actor, resource, sort)
  return inOrder(selectColumns(joined(matching, order), columnsOf(actor, resource, fields)), order)
}
