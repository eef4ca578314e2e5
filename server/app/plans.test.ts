import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { type ResourceName, registry } from '#core/registry.ts'
import { type Resource, sortableFields, tableOf } from '#core/resources/definition.ts'
import { actorOfSession } from '#server/domains/access/actorOfSession.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import {
  isSelective,
  matchingRows,
  pageOf,
  pageOfSelectiveList,
  type QueryFilters,
} from '#server/resources/list.ts'
import { type ListQuery, listQueryOf } from '#server/resources/listQuery.ts'
import { orderOf } from '#server/resources/order.ts'
import { mayRead } from '#server/resources/visible.ts'
import { behaviours } from './behaviours.ts'
import { tokenOf } from './testing/accounts.ts'
import { estimatedTravel } from './testing/estimatedTravel.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** The kinds of record of which there will be many. */
const GROWING: readonly ResourceName[] = [
  'devices',
  'device_ports',
  'alerts',
  'audit_entries',
  'transaction_documents',
  'shipment_planners',
  'work_orders',
  'notes',
  'notifications',
  'mails',
  'users',
  'people',
  'companies',
  'customers',
  'distributors',
  'manufacturers',
  'shipping_carriers',
  'vendors',
  'subscriptions',
  'tags',
  'entity_addresses',
  'entity_emails',
  'entity_phones',
  'login_attempts',
]

const SOME_NAME_NONE = 'some name none: who has none comes last, so that the names cannot lead to the records'
const TOO_LONG = 'its texts are longer than an index holds'
const ATTACKED = 'whoever tries passwords writes a row with each: they are in as few indexes as can be'

/** The orders that no index serves, by kind and field, and why. */
const SORTED: Readonly<Record<string, string>> = {
  'device_ports.product_id': SOME_NAME_NONE,
  'device_ports.tank_type_id': SOME_NAME_NONE,
  'transaction_documents.company_id': SOME_NAME_NONE,
  'shipment_planners.company_id': SOME_NAME_NONE,
  'shipment_planners.truck_id': SOME_NAME_NONE,
  'shipment_planners.trailer_id': SOME_NAME_NONE,
  'shipment_planners.delivered_by': SOME_NAME_NONE,
  'work_orders.wo_requested_by': SOME_NAME_NONE,
  'work_orders.performed_by': SOME_NAME_NONE,
  'people.company_id': SOME_NAME_NONE,
  'customers.parent_id': SOME_NAME_NONE,
  'customers.payment_term_id': SOME_NAME_NONE,
  'subscriptions.company_id': SOME_NAME_NONE,
  'subscriptions.expired': 'it is told from the day',
  'notes.note': TOO_LONG,
  'entity_addresses.full_single_line_address': TOO_LONG,
  ...Object.fromEntries(
    ['username', 'status', 'reason', 'way', 'address', 'company_id', 'created_at', 'updated_at'].map(
      (name) => [`login_attempts.${name}`, ATTACKED],
    ),
  ),
}

const SOME_HAVE_ONE = 'some have none, and it is asked for seldom'

/** The filters whose records no index leads to, by kind and name, and why. */
const READ_WHOLE: Readonly<Record<string, string>> = {
  'transaction_documents.shipping_carrier_id': SOME_HAVE_ONE,
  'shipment_planners.delivered_by': SOME_HAVE_ONE,
  'login_attempts.company_id': ATTACKED,
}

/** Whoever is limited to devices is told of what hangs from them; the few that hang from none are looked up at once. */
const LOOKED_UP = ['audit_entries: Seq Scan subscriptions', 'audit_entries: Seq Scan delivery_checks']

/** What a filter is asked with, where the kind of its field does not tell. */
const ASKED: Readonly<Record<string, string>> = {
  'devices.status': 'active',
  'devices.connection_status': 'online',
  'devices.level': 'urgent',
  'alerts.status': 'open',
  from: '2026-01-01',
  to: '2026-01-01',
  dashboard: '1',
}

let server: TestServer
let actors: Actor[]
beforeAll(async () => {
  server = await startTestServer()
  const all = await Promise.all(ALL_LOGIN_TYPES.map((type) => actorOfSession(server.db, tokenOf(type))))
  const limited = all.map((actor) => ({ ...actor, limits: { devices: [1, 2], tags: [1] } }))
  actors = [...all, ...limited]
})
afterAll(() => server.close())

test.each(GROWING)(
  'a page of %s is read in the order of an index',
  async (name) => {
    const kind = registry[name] as Resource
    const { filters = {} } =
      behaviours({
        ...{
          seal: server.seal,
          publicUrl: 'http://localhost',
          travel: estimatedTravel,
        },
      })[name] ?? {}
    const tried = new Set<string>()
    const wrong = new Set<string>()
    await server.db.transaction().execute(async (db) => {
      for (const way of ['seqscan', 'sort'])
        await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(db)
      for (const { what, page, isGathered } of pagesOf(db, kind, filters)) {
        // What is gathered first has no order yet: its rows may be found in any way but by reading all.
        await sql`select set_config('enable_bitmapscan', ${isGathered ? 'on' : 'off'}, true)`.execute(db)
        const { sql: text, parameters } = page.compile(db)
        const statement = `${text} ${JSON.stringify(parameters)}`
        if (tried.has(statement)) continue
        tried.add(statement)
        for (const node of await nodesOf(db, page)) {
          if (!LOOKED_UP.includes(`${name}: ${node}`)) wrong.add(`${what}: ${node}`)
        }
      }
    })
    expect([...wrong]).toEqual([])
  },
  120_000,
)

test.each(GROWING.filter((name) => registry[name].search.length > 0 && name !== 'login_attempts'))(
  'a search of %s is led by indexes',
  async (name) => {
    const kind = registry[name] as Resource
    const wrong = new Set<string>()
    await server.db.transaction().execute(async (db) => {
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
        await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(db)
      for (const actor of actors.filter((one) => mayRead(one, kind))) {
        const context = { actor, db, now: new Date(), seal: server.seal } as Context
        const query = listQueryOf(kind, { search: 'tulsa', page_size: '20' })
        const page = pageOfSelectiveList(context, kind, matchingRows(context, kind, query), query)
        for (const node of await nodesOf(db, page)) {
          if (node === `Seq Scan ${tableOf(kind)}`) wrong.add(`${actor.loginType}: ${node}`)
        }
      }
    })
    expect([...wrong]).toEqual([])
  },
)

/** Every page that can be asked for: each order both ways, each filter, every kind of account. */
function* pagesOf(db: Database, kind: Resource, filters: QueryFilters) {
  const names = Object.keys(kind.filters ?? {})
  const asked: [Record<string, string>, string][] = [
    [{}, '1'],
    [{}, '7'],
    ...names.map((name): [Record<string, string>, string] => [{ [name]: exampleFor(kind, name) }, '1']),
  ]
  for (const actor of differently(db, kind)) {
    const context = { actor, db, now: new Date(), seal: server.seal } as Context
    for (const sort of new Set(sortableFields(kind))) {
      if (`${kind.name}.${sort}` in SORTED) continue
      for (const way of ['', '-'])
        for (const [filter, page_num] of asked) {
          const query = listQueryOf(kind, { ...filter, sort: `${way}${sort}`, page_num, page_size: '20' })
          if (hidesNames(actor, kind, query)) continue
          const matching = matchingRows(context, kind, query, filters)
          const limited = 'devices' in actor.limits ? 'limited ' : ''
          const what = `${limited}${actor.loginType} ${JSON.stringify(filter)} ${way}${sort} ${page_num}`
          yield { what, page: pageOf(context, kind, matching, query), isGathered: false }
          const isRead = Object.keys(filter).some((name) => `${kind.name}.${name}` in READ_WHOLE)
          if (isSelective(context, kind, query) && !isRead)
            yield {
              what: `${what} few`,
              page: pageOfSelectiveList(context, kind, matching, query),
              isGathered: true,
            }
        }
    }
  }
}

/** Of the accounts that read a kind, one of each whose statement is another: what they may see makes it, not who they are. */
function differently(db: Database, kind: Resource): Actor[] {
  const asked = listQueryOf(kind, {})
  const found = new Map<string, Actor>()
  for (const actor of actors.filter((one) => mayRead(one, kind))) {
    const context = { actor, db, now: new Date(), seal: server.seal } as Context
    const { sql: text } = matchingRows(context, kind, asked).selectAll(kind.name).compile()
    const key = `${text} ${actor.companies.length > 1} ${Object.keys(actor.limits)}`
    if (!found.has(key)) found.set(key, actor)
  }
  return [...found.values()]
}

/** Some of the names that lead to the records are not for this account: those records come last, as those without one. */
function hidesNames(actor: Actor, kind: Resource, { sort }: ListQuery): boolean {
  const isAll = actor.companies === 'all' && Object.keys(actor.limits).length === 0
  return (
    !isAll && kind.fields[sort.field]?.kind === 'reference' && orderOf(actor, kind, sort).keys[0]!.isNullable
  )
}

function exampleFor(kind: Resource, name: string): string {
  const asked = ASKED[`${kind.name}.${name}`] ?? ASKED[name]
  if (asked) return asked
  const field = kind.fields[name]
  return field?.kind === 'choice' ? String(field.of[0]) : '1'
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

async function nodesOf(db: Database, page: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${page}`.execute(
    db,
  )
  return wholeNodes(rows[0]!['QUERY PLAN'][0].Plan)
}

/** What reads or sorts more than a page: a few rows that a limit has left may be put in order again. */
function wholeNodes(node: PlanNode): string[] {
  const below = node.Plans ?? []
  const name = `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim()
  // Who may see nothing is told so without a look at any table.
  const isNothing = below.some((one) => one['Node Type'] === 'Result' && !one.Plans)
  const isWhole = name.startsWith('Seq Scan') || (name === 'Sort' && !isNothing && !below.some(isLimited))
  return [...(isWhole ? [name] : []), ...below.flatMap(wholeNodes)]
}

function isLimited({ 'Node Type': type, Plans: below = [] }: PlanNode): boolean {
  // What was gathered first was limited there.
  return type === 'Limit' || type === 'CTE Scan' || below.some(isLimited)
}
