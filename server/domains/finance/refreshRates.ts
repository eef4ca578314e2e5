import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { RATE_FAILURES } from '#core/domains/finance/calls.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { NotPublic } from '#server/platform/http/fetchExternal.ts'
import { ErrorAnswered, Unreadable } from '#server/platform/http/readExternalText.ts'
import { errorOf } from '#server/platform/messageOf.ts'
import { audit } from '#server/resources/history/audit.ts'
import { columnsOf, rowsOf, selectColumns } from '#server/resources/rows.ts'
import { FETCH_LIMITS, type FetchLimits, fetchDailyRates } from './fetchDailyRates.ts'
import { type DailyRates, WrongRates } from './parseDailyRates.ts'

/** The setting that stores the last valid response of the provider. */
const CACHE_SETTING = 'rates_refreshed'
const DAY = 24 * 3600_000
const FRESH_MS = 12 * 3600_000
/** A rate that grows or shrinks by more than 20 % is held. */
const MAX_STEP = new Decimal('1.2')
/** Decimals of a rate's column. */
const DECIMALS = 10
const MAX_RATE = new Decimal('99999999.9999999999')

interface Refreshed {
  /** `fetched` now, partly `held` for a person, still `fresh` from earlier, or `failed`: then nothing has changed. */
  outcome: 'fetched' | 'held' | 'fresh' | 'failed'
  failure: RateFailure | null
  /** Pairs whose new rate waits for a person. */
  held: number
  /** The error, for the log. */
  error?: Error
  rates_date: string | null
  refreshed_at: string | null
  exchange_rates: RecordOf<typeof exchange_rates>[]
}

type RateFailure = (typeof RATE_FAILURES)[number]

interface Remembered {
  at: string
  date: string
  url: string
}

/**
 * Updates the rates between all active currencies from the configured provider. Responses of the last 12 hours are not refetched; if
 * the provider fails, or its rates are older than a week, the rates stay. A rate that moved too far is stored as inactive for a person to
 * check.
 * Uses the network, so it must not run inside a transaction.
 */
export async function refreshRates(context: Context, limits: FetchLimits = FETCH_LIMITS): Promise<Refreshed> {
  const { rates_url, rates_private } = await readSettings(context.db)
  const last = await readRemembered(context)
  const isFresh = last?.url === rates_url && context.now.getTime() - Date.parse(last.at) < FRESH_MS
  if (isFresh) return answer(context, { outcome: 'fresh' }, last)
  const failed = (failure: RateFailure, error: Error) =>
    answer(context, { outcome: 'failed', failure, error }, last)
  let daily: DailyRates
  try {
    daily = await fetchDailyRates(String(rates_url), { ...limits, isPrivateAllowed: rates_private === 1 })
  } catch (error) {
    return failed(failureOf(error), errorOf(error))
  }
  if (!isOfLastWeek(daily.date, context.now)) return failed('old', new Error(`rates of ${daily.date}`))
  const remembered = { at: context.now.toISOString(), date: daily.date, url: String(rates_url) }
  const held = await context.db
    .transaction()
    .execute((db) => writeRates({ ...context, db }, daily, remembered))
  return answer(context, { outcome: held > 0 ? 'held' : 'fetched', held }, remembered)
}

function failureOf(error: unknown): RateFailure {
  if (error instanceof NotPublic) return 'private'
  if (error instanceof ErrorAnswered) return 'answered'
  return error instanceof WrongRates || error instanceof Unreadable ? 'unreadable' : 'unreachable'
}

/** The bank's longest pause is five days. A date of tomorrow is accepted, because it may already be tomorrow elsewhere. */
function isOfLastWeek(date: string, now: Date): boolean {
  const age = (now.getTime() - Date.parse(`${date}T00:00:00Z`)) / DAY
  return age >= -1 && age < 8
}

async function answer(
  context: Context,
  result: Pick<Refreshed, 'outcome'> & Partial<Refreshed>,
  last: Remembered | undefined,
): Promise<Refreshed> {
  const active = rowsOf(context, exchange_rates).where('exchange_rates.is_active', '=', 1)
  const columns = columnsOf(context.actor, exchange_rates)
  const rows = await selectColumns<RecordOf<typeof exchange_rates>>(active, columns)
    .orderBy('exchange_rates.from_currency_id')
    .orderBy('exchange_rates.to_currency_id')
    .execute()
  return {
    ...{ failure: null, held: 0 },
    ...result,
    rates_date: last?.date ?? null,
    refreshed_at: last?.at ?? null,
    exchange_rates: rows,
  }
}

/** @returns how many pairs wait for a person. */
async function writeRates(context: Context, daily: DailyRates, remembered: Remembered): Promise<number> {
  const { db, now } = context
  // Concurrent refreshes are serialized.
  await lockExclusively(db, 'rates')
  const before = await readRemembered(context)
  const all = await crossRates(context, daily)
  const counting = await countingRates(context)
  const isHeld = (rate: CrossRate) => movesTooFar(counting.get(pairOf(rate)), rate.rate)
  const held = all.filter(isHeld)
  const moderate = all.filter((item) => !isHeld(item))
  await storeRates(context, moderate, daily.date)
  await storeHeldRates(context, held, daily.date)
  await sql`insert into settings (setting_key, value, updated_at)
    values (${CACHE_SETTING}, ${JSON.stringify(remembered)}::jsonb, ${now})
    on conflict (setting_key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
  await audit(context, exchange_rates.name, null, 'refresh', [
    { field: 'rate_date', before: before?.date ?? null, after: daily.date },
  ])
  return held.length
}

/** Makes these the active rates of their pairs. Rates of earlier days stay, inactive: payments of these days are converted at them. */
async function storeRates({ db, now }: Context, rates: readonly CrossRate[], date: string): Promise<void> {
  const daily = sql`jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as daily (from_id int8, to_id int8, rate numeric)`
  const isActive = sql`from_currency_id = from_id and to_currency_id = to_id and is_active = 1`
  await sql`update exchange_rates r set rate = daily.rate, updated_at = ${now}
    from ${daily} where ${isActive} and rate_date = ${date}::date`.execute(db)
  await sql`update exchange_rates r set is_active = 0, is_held = 0
    from ${daily} where ${isActive} and rate_date is distinct from ${date}::date`.execute(db)
  await sql`insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date, created_at, updated_at)
    select from_id, to_id, rate, ${date}::date, ${now}, ${now} from ${daily}
    where not exists (select from exchange_rates where ${isActive})`.execute(db)
}

/** Inactive rates, each of which waits for a person. */
async function storeHeldRates(
  { db, now }: Context,
  rates: readonly CrossRate[],
  date: string,
): Promise<void> {
  await sql`insert into exchange_rates
      (from_currency_id, to_currency_id, rate, rate_date, is_active, is_held, created_at, updated_at)
    select from_id, to_id, rate, ${date}::date, 0, 1, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as one (from_id int8, to_id int8, rate numeric)
      where not exists (select from exchange_rates where from_currency_id = from_id and to_currency_id = to_id
        and rate_date = ${date}::date and exchange_rates.rate = one.rate)`.execute(db)
}

interface CrossRate {
  from_id: number
  to_id: number
  rate: string
}

const pairOf = ({ from_id, to_id }: Pick<CrossRate, 'from_id' | 'to_id'>) => `${from_id} ${to_id}`

/** The effective rate of each pair. */
async function countingRates({ db }: Context): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<CrossRate>`
    select distinct on (from_currency_id, to_currency_id)
        from_currency_id as from_id, to_currency_id as to_id, rate::text as rate
      from exchange_rates where is_active = 1
      order by from_currency_id, to_currency_id, updated_at desc, exchange_rate_id desc`.execute(db)
  return new Map(rows.map((row) => [pairOf(row), row.rate]))
}

/** Whether a rate moved implausibly far between two days, which is usually a mistake. */
function movesTooFar(before: string | undefined, after: string): boolean {
  if (before === undefined) return false
  const step = new Decimal(after).div(before)
  return step.gt(MAX_STEP) || step.lt(new Decimal(1).div(MAX_STEP))
}

/** The value of one unit of each active currency of the provider in each other one. */
async function crossRates({ db }: Context, { perEuro }: DailyRates): Promise<CrossRate[]> {
  const { rows } = await sql<{ currency_id: number; code: string }>`
    select currency_id, upper(code) as code from currencies
    where is_active = 1 and upper(code) = any(${[...perEuro.keys()]})`.execute(db)
  return rows.flatMap((from) =>
    rows.flatMap((to) => {
      const rate = getOrThrow(perEuro, to.code).div(getOrThrow(perEuro, from.code)).toDecimalPlaces(DECIMALS)
      const isStorable = from !== to && rate.gt(0) && rate.lte(MAX_RATE)
      return isStorable
        ? [{ from_id: from.currency_id, to_id: to.currency_id, rate: rate.toFixed(DECIMALS) }]
        : []
    }),
  )
}

async function readRemembered({ db }: Context): Promise<Remembered | undefined> {
  const { rows } = await sql<{ value: Remembered }>`
    select value from settings where setting_key = ${CACHE_SETTING}`.execute(db)
  return rows[0]?.value
}
