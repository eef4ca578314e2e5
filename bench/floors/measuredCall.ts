import type { LoginType } from '#core/platform/loginTypes.ts'

export type Row = Readonly<Record<string, unknown>>

/** A measured call: the product's requests, and the one statement by which a floor answers the same. */
export interface MeasuredCall {
  /** The kind of record, and the request: together they name the line of the report. */
  kind: string
  what: string
  account: LoginType
  /** Requests in turns, with the values of the statement's parameters. */
  requests: readonly { path: string; values: readonly unknown[] }[]
  /** One prepared statement, written by hand. */
  text: string
  /** The body of the response; a text is complete already. */
  answer: (rows: Row[]) => object | string
  /** Fields of the response that are ages, which may differ by a moment. */
  moving?: readonly string[]
  /** The list of the response whose order is undefined. */
  unordered?: string
}

/** The best hand-written way to read a kind of record. The table is called `t` throughout. */
export interface KindFloor {
  kind: string
  /** Its path below `/api`, if that is not its name. */
  path?: string
  single: string
  table: string
  id: string
  /** All columns of a response, from `t` and its joins. */
  columns: string
  joins: string
  /** The default order, by columns of `t`; it is total. */
  order: string
  /** The default filter, by columns of `t`. */
  standard?: string
  filtered?: Question
  searched?: Question
  /** The columns of a drop-down: `label`, and others of the kind; ordered by names. */
  options?: { columns: string; condition?: string; title: string }
  /** Completes rows, and one record beyond that. */
  finish?: (row: Row) => object
  one?: { columns: string; joins: string; finish: (row: Row) => object }
  /** Beyond the counted ones, `is_more` says that there are more; other lists have an estimate. */
  hasNoEstimate?: true
  /** Ids to request, spread over the table. */
  ids: readonly number[]
  moving?: readonly string[]
}

/** A part of a list: the query, and the same as a condition on `t` with its values. */
export interface Question {
  query: string
  condition: string
  values: readonly unknown[]
}

/** The number of other kinds' records in a filled fleet of `devices`. */
export function otherRecordCounts(devices: number): number {
  return Math.min(devices, 200_000)
}

const PAGE_SIZE = 20
const FAR_PAGE = 100
/** Matching rows are counted up to this number for a response; beyond, the total is estimated. */
const COUNTED = 10_000

/** Numbers from 1 to `last`, evenly spread, so that no measurement reads one cached row. */
export function spread(last: number, count = 101): number[] {
  return Array.from({ length: Math.min(count, last) }, (_, index) => 1 + Math.floor((index * last) / count))
}

/** The measured calls of a kind, for staff, who may see all. */
export function callsOf(floor: KindFloor): MeasuredCall[] {
  const { filtered, searched, options } = floor
  const standard = { query: '', condition: floor.standard ?? 'true', values: [] }
  return [
    oneOf(floor),
    listOf(floor, 'list', standard),
    listOf(floor, `list, page ${FAR_PAGE}`, standard, FAR_PAGE),
    ...(filtered ? [listOf(floor, 'filtered list', filtered)] : []),
    ...(searched ? [searchOf(floor, searched)] : []),
    ...(options ? [optionsOf(floor, options), optionsOf(floor, options, FIRST_OPTIONS)] : []),
  ]
}

const pathOf = ({ kind, path = `/${kind}` }: KindFloor) => `/api${path}`

function oneOf(floor: KindFloor): MeasuredCall {
  const { kind, single, table, id, columns, joins, ids, finish = identity, one, moving } = floor
  const complete = one?.finish ?? finish
  return {
    kind,
    what: 'one record',
    account: 'administrator',
    requests: ids.map((value) => ({ path: `${pathOf(floor)}/${value}`, values: [value] })),
    text: `select ${columns}${one ? `, ${one.columns}` : ''} from ${table} t ${joins} ${one?.joins ?? ''} where t.${id} = $1`,
    answer: ([row]) => ({ code: 200, [single]: complete(row!) }),
    ...(moving && { moving }),
  }
}

/** A page of a list as the account sees it, and its total. */
export function listOf(
  floor: KindFloor,
  what: string,
  { query, condition, values }: Question,
  page_num = 1,
  { account = 'administrator', exactly = false }: { account?: LoginType; exactly?: boolean } = {},
): MeasuredCall {
  const { kind, table, columns, joins, order, finish = identity, moving } = floor
  const matching = `from ${table} t where ${condition}`
  const total = exactly
    ? `(select count(*) ${matching}) as total`
    : `(select count(*) from (select ${matching} limit ${COUNTED + 1}) c) as total, ${estimateOf(table)} as estimate`
  const ends = [page_num > 1 && `page_num=${page_num}`, query].filter(Boolean).join('&')
  return {
    kind,
    what,
    account,
    requests: [{ path: `${pathOf(floor)}?page_size=${PAGE_SIZE}${ends && '&'}${ends}`, values }],
    text: `select ${columns}, ${total}
      from (select t.* ${matching} order by ${order} limit ${PAGE_SIZE} offset ${(page_num - 1) * PAGE_SIZE}) t ${joins}
      order by ${order}`,
    answer: (rows) => ({
      code: 200,
      page: pageOf(floor, page_num, rows[0]),
      [kind]: rows.map(({ total: _, estimate: __, ...row }) => finish(row)),
    }),
    ...(moving && { moving }),
  }
}

/** A search: the matches are found once, then counted and sorted; along the order everything would be read. */
function searchOf(floor: KindFloor, { query, condition, values }: Question): MeasuredCall {
  const { table, columns, joins, order, hasNoEstimate } = floor
  const list = listOf(floor, 'search', { query, condition, values })
  if (hasNoEstimate) return list
  return {
    ...list,
    text: `with found as materialized (select t.* from ${table} t where ${condition})
      select ${columns}, (select count(*) from found) as total, 0 as estimate
      from (select t.* from found t order by ${order} limit ${PAGE_SIZE}) t ${joins} order by ${order}`,
  }
}

/** The estimated number of rows of a table, without counting. */
function estimateOf(table: string): string {
  return `(select reltuples from pg_class where oid = '${table}'::regclass)`
}

/** The total is an estimate if the statement made one, and counting ended before the rows did. */
function pageOf({ hasNoEstimate }: KindFloor, page_num: number, row: Row | undefined): object {
  const page = { page_num, page_size: PAGE_SIZE }
  const total = Number(row?.['total'] ?? 0)
  const isCounted = total <= COUNTED || row?.['estimate'] === undefined
  if (isCounted) return { ...page, total_records: total }
  if (hasNoEstimate) return { ...page, total_records: COUNTED, is_more: true }
  return { ...page, total_records: Math.max(total, Number(row?.['estimate'])), total_is_estimate: 1 }
}

/** Records of the first request of an input. */
const FIRST_OPTIONS = 500

function optionsOf(
  floor: KindFloor,
  { columns, condition = 'true', title }: NonNullable<KindFloor['options']>,
  limit?: number,
): MeasuredCall {
  const { kind, table, id } = floor
  return {
    kind,
    what: limit ? 'options as an input asks' : 'options',
    account: 'administrator',
    requests: [{ path: `${pathOf(floor)}?options=1${limit ? `&limit=${limit}` : ''}`, values: [] }],
    text: `select t.${id}, ${columns} from ${table} t where ${condition} order by lower(${title}), t.${id}${
      limit ? ` limit ${limit}` : ''
    }`,
    answer: (rows) => ({ code: 200, [kind]: rows }),
  }
}

/** A row that is answered as it comes. */
export const identity = (row: Row): object => row
