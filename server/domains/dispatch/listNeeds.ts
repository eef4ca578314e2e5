import { sql } from 'kysely'
import type { listNeeds as call } from '#core/domains/dispatch/calls.ts'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { addDays, nextDeliveryDay } from '#core/domains/dispatch/deliveryDays.ts'
import { judgeNeed, NEED_RANKS, type Need } from '#core/domains/dispatch/judgeNeed.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { matches } from '#server/domains/shipments/listLoadChoices.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { selectableRows } from '#server/resources/rights/visible.ts'
import { describeNeeds, type FirstRound, type JudgedNeed } from './describeNeeds.ts'
import { type NeedLine, readNeedLines } from './readNeedLines.ts'
import { type NeedTank, readNeedTanks } from './readNeedTanks.ts'
import { readPlannedTanks } from './readPlannedTanks.ts'
import { readUnplanned } from './readUnplanned.ts'

/** Days ahead in which a tank reaching its reorder level may be filled on a round that is planned anyway. */
const HORIZON_DAYS = 14
/** Less than this is not worth bringing, L. */
const MIN_LITERS = 1
/** Days in the strip above the board. */
export const WEEK = 7

type Query = ReceivedBy<typeof call>['query']

/** Today in the actor's time zone. */
export function todayOf({ actor, now }: Context): string {
  return dayInZone(now.getTime(), actor.timeZone, 'UTC')
}

/** Needs of tanks and orders on a day, most urgent first; a tank with a waiting order is part of the order's need. */
export async function listNeeds(context: Context, query: Query): Promise<ResponseOf<typeof call>> {
  const today = todayOf(context)
  const day = query.day ?? today
  const next_day = nextDeliveryDay(day)
  const read = await readNeedFacts(context, query, day < today ? today : day)
  const { needs, planned } = judgeFacts(read, { today, day, last: day })
  const needsOn = (item: string) =>
    item === day ? needs : judgeFacts(read, { today, day: item, last: item }).needs
  const week = Array.from({ length: WEEK }, (_, index) => addDays(today, index))
  const product =
    query.product_id === undefined ? undefined : await readProductTitle(context, query.product_id)
  const isWanted = (need: JudgedNeed) =>
    (query.company_id === undefined || need.company_id === query.company_id) &&
    (query.product_id === undefined || need.product_title === product)
  const found = needs.filter(isWanted).toSorted(mostPressingFirst)
  const ranked = found.filter(({ need }) => query.rank === undefined || need.rank === query.rank)
  const start = (query.page_num - 1) * query.page_size
  const page = ranked.slice(start, start + query.page_size)
  const countOf = (rank: Need['rank']) => found.filter(({ need }) => need.rank === rank).length
  return {
    ...{ day, next_day },
    needs: await describeNeeds(context, page),
    unplanned: await readUnplanned(context, found),
    total: ranked.length,
    counts: { must: countOf('must'), should: countOf('should'), could: countOf('could'), planned },
    // Each day counts what its own list shows, whichever day is open.
    week: week.map((item) => ({
      day: item,
      must: needsOn(item).filter((one) => isWanted(one) && one.need.rank === 'must').length,
    })),
    companies: counted(needs, ({ company_id: id, company_title: title }) => ({ id, title, key: id })),
    // Each seller has products of its own: those of one name are one choice.
    products: counted(needs, ({ product_id, product_title: title }) => ({
      // The chosen one stands for them, so that the filter shows it.
      id: title === product ? (query.product_id ?? product_id) : product_id,
      ...{ title, key: title },
    })),
  }
}

async function readProductTitle({ db, actor }: Context, product_id: number): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select ${titleSql(actor, tank_products, 'p')} as title from tank_products p
    where product_id = ${product_id} and ${selectableRows(actor, tank_products, 'p')}`.execute(db)
  return rows[0]?.title
}

/** The planned days: one, or several up to a last one. */
interface Days {
  today: string
  day: string
  last: string
}

/** Columns that a search looks in. */
const WORDS = ['v.public_id', 'device_label(v)', 'c.company', 'p.product_name']

/** The first round to each planned tank. */
async function readFirstRounds(context: Context): Promise<Map<number, FirstRound>> {
  const rounds = new Map<number, FirstRound>()
  for (const { device_ports_id, shipment_number, day, liters } of await readPlannedTanks(context)) {
    const before = rounds.get(device_ports_id)
    if (before && before.shipment_number !== shipment_number) continue
    rounds.set(device_ports_id, { shipment_number, day, liters: liters + (before?.liters ?? 0) })
  }
  return rounds
}

function isOfDevice({ device_id, tag_id }: Pick<Query, 'device_id' | 'tag_id'>) {
  return sql<boolean>`${device_id === undefined ? sql`true` : sql`v.device_id = ${device_id}`}
    and ${tag_id === undefined ? sql`true` : sql`v.device_id in (select device_id from device_tags where tag_id = ${tag_id})`}`
}

/** Inputs of a tank's need, other than its order and its round. */
const questionOf = ({ today, day, last }: Days, tank: NeedTank | undefined) => ({
  ...{ today, day },
  next_day: nextDeliveryDay(last, tank?.weekdays ?? undefined),
  contract: tank?.contract ?? ('automatic' as const),
  dry_from: tank?.dry_from ?? null,
  dry_at: tank?.dry_at ?? null,
  reorder_from: tank?.reorder_from ?? null,
  level: tank?.level ?? null,
  room_share: tank?.room_share ?? null,
})

/** All needs, and the number of tanks that a round fills in time. */
export async function judgeAll(
  context: Context,
  query: Omit<Query, 'page_num' | 'page_size'>,
  days: Days,
): Promise<Judged> {
  return judgeFacts(await readNeedFacts(context, query, days.last), days)
}

interface NeedFacts {
  lines: readonly NeedLine[]
  tanks: readonly NeedTank[]
  firstRounds: ReadonlyMap<number, FirstRound>
}

/** Tanks and order lines that may need a delivery until a day, with the rounds that are planned for them. */
async function readNeedFacts(
  context: Context,
  query: Omit<Query, 'page_num' | 'page_size'>,
  last: string,
): Promise<NeedFacts> {
  const ofDevice = isOfDevice(query)
  const waiting = await readNeedLines(
    context,
    sql<boolean>`${ofDevice} and ${matches(query, [...WORDS, 'o.document_number', 'o.customer_po', 'o.ship_location_label'])}`,
  )
  const tanks = await readNeedTanks(context, {
    until: new Date(Date.parse(`${addDays(last, HORIZON_DAYS)}T23:59:59Z`)),
    matching: sql<boolean>`${ofDevice} and ${matches(query, WORDS)}`,
    ports: waiting.flatMap(({ tanks }) => tanks),
  })
  const firstRounds = await readFirstRounds(context)
  return { lines: await withRoom(context, waiting, firstRounds), tanks, firstRounds }
}

interface Judged {
  needs: JudgedNeed[]
  planned: number
}

function judgeFacts({ lines, tanks, firstRounds }: NeedFacts, days: Days): Judged {
  const byId = new Map(tanks.map((tank) => [tank.device_ports_id, tank]))
  const isOrdered = new Set(lines.flatMap(({ tanks }) => tanks))
  const ofLines = lines.flatMap((line): JudgedNeed[] => {
    const [tank] = line.tanks.flatMap((id) => byId.get(id) ?? []).toSorted(driestFirst)
    const { ordered_for, is_usual_day } = line
    const need = judgeNeed({ ...questionOf(days, tank), ordered_for, is_usual_day, planned_on: null })
    if (!need) return []
    const port = tank?.device_ports_id ?? null
    const first = (port !== null && firstRounds.get(port)) || null
    return [{ ...facts(line), need, line, port, percent: tank?.percent ?? null, first }]
  })
  const others = tanks.filter(({ device_ports_id }) => !isOrdered.has(device_ports_id))
  const ofTanks = others.flatMap((tank): JudgedNeed[] => {
    const planned_on = firstRounds.get(tank.device_ports_id)?.day ?? null
    const need = judgeNeed({ ...questionOf(days, tank), ordered_for: null, planned_on })
    return need
      ? [{ ...facts(tank), need, line: null, port: tank.device_ports_id, percent: tank.percent, first: null }]
      : []
  })
  const needed = new Set(ofTanks.map(({ port }) => port))
  const planned = others.filter(
    ({ device_ports_id }) => firstRounds.has(device_ports_id) && !needed.has(device_ports_id),
  ).length
  return { needs: [...ofLines, ...ofTanks], planned }
}

/** Order lines that can still be delivered: leaves out those whose tanks other rounds fill. */
async function withRoom(
  context: Context,
  lines: readonly NeedLine[],
  firstRounds: ReadonlyMap<number, FirstRound>,
): Promise<NeedLine[]> {
  const isPlanned = ({ tanks }: NeedLine) => tanks.length > 0 && tanks.every((id) => firstRounds.has(id))
  const planned = lines.filter(isPlanned)
  if (planned.length === 0) return [...lines]
  const wanted = planned.map(({ document_detail_id, product_id }) => ({
    ...{ document_detail_id, product_id, device_ports_id: null },
  }))
  const full = new Set(
    (await readTanks(context, wanted, null)).flatMap(({ room }, index) =>
      room !== null && room < MIN_LITERS ? [itemAt(planned, index)] : [],
    ),
  )
  return lines.filter((line) => !full.has(line))
}

type Facts = Pick<NeedTank, 'company_id' | 'company_title' | 'product_id' | 'product_title'>

const facts = ({ company_id, company_title, product_id, product_title }: Facts): Facts => ({
  company_id,
  company_title,
  product_id,
  product_title,
})

function driestFirst(one: NeedTank, other: NeedTank): number {
  return (
    (one.dry_from ?? '9').localeCompare(other.dry_from ?? '9') ||
    (one.percent ?? 100) - (other.percent ?? 100)
  )
}

/** Orders needs by rank, then by the latest useful time, then by the least content. */
export function mostPressingFirst(one: JudgedNeed, other: JudgedNeed): number {
  const rank = ({ need }: JudgedNeed) => NEED_RANKS.indexOf(need.rank)
  const since = ({ need: { params, latest } }: JudgedNeed) => params.from ?? params.on ?? latest
  return (
    rank(one) - rank(other) ||
    since(one).localeCompare(since(other)) ||
    (one.percent ?? 100) - (other.percent ?? 100) ||
    (one.port ?? 0) - (other.port ?? 0) ||
    (one.line?.document_detail_id ?? 0) - (other.line?.document_detail_id ?? 0)
  )
}

interface Counted {
  id: number
  title: string
}

/** Counts needs by a key; of several ids the smallest stands for it. */
function counted(needs: readonly JudgedNeed[], of: (need: JudgedNeed) => Counted & { key: number | string }) {
  const found = new Map<number | string, Counted & { count: number }>()
  for (const need of needs) {
    const { key, id, title } = of(need)
    const before = found.get(key) ?? { id, count: 0 }
    found.set(key, { title, id: Math.min(before.id, id), count: before.count + 1 })
  }
  return [...found.values()].toSorted(
    (one, other) => other.count - one.count || one.title.localeCompare(other.title),
  )
}
