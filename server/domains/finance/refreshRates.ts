import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/locks.ts'
import { audit } from '#server/resources/audit.ts'
import { columnsOf, rowsOf } from '#server/resources/rows.ts'
import { FETCH_LIMITS, type FetchLimits, fetchDailyRates } from './fetchDailyRates.ts'
import type { DailyRates } from './parseDailyRates.ts'

/** The setting that remembers the last good answer of the provider. */
const REMEMBERED = 'rates_refreshed'
const FRESH = 12 * 3600_000
/** What a rate's column holds. */
const DECIMALS = 10
const LARGEST = new Decimal('99999999.9999999999')

interface Refreshed {
  /** `fetched` now, still `fresh` from a while ago, or `failed`: then everything is as before. */
  outcome: 'fetched' | 'fresh' | 'failed'
  rates_date: string | null
  refreshed_at: string | null
  exchange_rates: RecordOf<typeof exchange_rates>[]
}

interface Remembered {
  at: string
  date: string
  url: string
}

/**
 * Brings the rates between all active currencies up to date from the provider of the settings. What the provider
 * said within the last 12 hours is not asked again; when it fails, the rates stay as they are.
 * Asks the network, so it must not run inside a transaction.
 */
export async function refreshRates(context: Context, limits: FetchLimits = FETCH_LIMITS): Promise<Refreshed> {
  const { rates_url, rates_private } = await readSettings(context.db)
  const last = await readRemembered(context)
  const isFresh = last?.url === rates_url && context.now.getTime() - Date.parse(last.at) < FRESH
  if (isFresh) return answer(context, 'fresh', last)
  const daily = await fetchDailyRates(String(rates_url), {
    ...limits,
    isPrivateAllowed: rates_private === 1,
  }).catch(() => undefined)
  if (!daily) return answer(context, 'failed', last)
  const remembered = { at: context.now.toISOString(), date: daily.date, url: String(rates_url) }
  await context.db.transaction().execute((db) => writeRates({ ...context, db }, daily, remembered))
  return answer(context, 'fetched', remembered)
}

async function answer(
  context: Context,
  outcome: Refreshed['outcome'],
  last: Remembered | undefined,
): Promise<Refreshed> {
  const rows = await rowsOf(context, exchange_rates)
    .where('exchange_rates.is_active', '=', 1)
    .select(columnsOf(context.actor, exchange_rates) as never)
    .orderBy('exchange_rates.from_currency_id')
    .orderBy('exchange_rates.to_currency_id')
    .execute()
  return {
    outcome,
    rates_date: last?.date ?? null,
    refreshed_at: last?.at ?? null,
    exchange_rates: rows as RecordOf<typeof exchange_rates>[],
  }
}

async function writeRates(context: Context, daily: DailyRates, remembered: Remembered): Promise<void> {
  const { db, now } = context
  // Two refreshes at once come one after the other.
  await lockExclusively(db, 'rates')
  const before = await readRemembered(context)
  const rates = JSON.stringify(await crossRates(context, daily))
  // The newest active rate of a pair is the one that counts; it is the one that moves.
  await sql`with given as (
      select * from jsonb_to_recordset(${rates}::jsonb) as one (from_id int8, to_id int8, rate numeric)),
    counting as (
      select distinct on (from_currency_id, to_currency_id) exchange_rate_id, from_currency_id, to_currency_id
      from exchange_rates where is_active = 1
      order by from_currency_id, to_currency_id, updated_at desc, exchange_rate_id desc),
    moved as (
      update exchange_rates r set rate = given.rate, rate_date = ${daily.date}::date, updated_at = ${now}
      from given join counting on from_id = from_currency_id and to_id = to_currency_id
      where r.exchange_rate_id = counting.exchange_rate_id
      returning r.from_currency_id, r.to_currency_id)
    insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date, created_at, updated_at)
    select from_id, to_id, rate, ${daily.date}::date, ${now}, ${now} from given
    where not exists (select from moved where from_id = from_currency_id and to_id = to_currency_id)`.execute(
    db,
  )
  await sql`insert into settings (setting_key, value, updated_at)
    values (${REMEMBERED}, ${JSON.stringify(remembered)}::jsonb, ${now})
    on conflict (setting_key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
  await audit(context, exchange_rates.name, null, 'refresh', [
    { field: 'rate_date', before: before?.date ?? null, after: daily.date },
  ])
}

/** What one unit of each active currency that the provider knows is worth in each other. */
async function crossRates({ db }: Context, { perEuro }: DailyRates): Promise<object[]> {
  const { rows } = await sql<{ currency_id: number; code: string }>`
    select currency_id, upper(code) as code from currencies
    where is_active = 1 and upper(code) = any(${[...perEuro.keys()]})`.execute(db)
  return rows.flatMap((from) =>
    rows.flatMap((to) => {
      const rate = perEuro.get(to.code)!.div(perEuro.get(from.code)!).toDecimalPlaces(DECIMALS)
      const isStorable = from !== to && rate.gt(0) && rate.lte(LARGEST)
      return isStorable
        ? [{ from_id: from.currency_id, to_id: to.currency_id, rate: rate.toFixed(DECIMALS) }]
        : []
    }),
  )
}

async function readRemembered({ db }: Context): Promise<Remembered | undefined> {
  const { rows } = await sql<{ value: Remembered }>`
    select value from settings where setting_key = ${REMEMBERED}`.execute(db)
  return rows[0]?.value
}
