import { sql } from 'kysely'
import { readWeather, type WeatherDay, weatherQuery } from '#core/domains/weather/openMeteo.ts'
import type { WeatherCell } from '#core/domains/weather/weatherCell.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { completeAddress, readExternalText } from '#server/platform/http/readExternalText.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { deviceCell } from './deviceCell.ts'

/** Cells per call, limited by the length of an address, and calls per run, limited by the provider. */
const BATCH_SIZE = 50
const MAX_CALLS = 20
/** Refresh interval of a weather forecast, and the shorter one after a failure. */
const FRESH_HOURS = 6
const RETRY_MINUTES = 30
const REACH = { timeout: 20_000, largest: 4_000_000, accept: 'application/json' }

/**
 * Fetches the days of every device's weather cell from the provider of the settings, if there is one. If it does not
 * answer, stored days remain; a forecast without new data has a wider range.
 */
export async function fetchWeather({ db, now, signal }: TaskContext): Promise<void> {
  const { weather_url, weather_private } = await readSettings(db)
  if (!weather_url) return
  for (let calls = 0; calls < MAX_CALLS && !signal?.aborted; calls += 1) {
    const cells = await dueCells(db, now)
    if (cells.length === 0) return
    const response = await callProvider(String(weather_url), cells, weather_private === 1)
    await storeResponse(db, cells, response, now)
    if ('fault' in response) return
  }
}

async function dueCells(db: Database, now: Date): Promise<WeatherCell[]> {
  const { rows } = await sql<WeatherCell>`
    with located as (
      select distinct ${deviceCell.north} as north, ${deviceCell.east} as east from devices
        left join device_states s using (device_id)
      where devices.status <> 'retired' and ${deviceCell.isKnown})
    select north, east from located left join weather_cells c using (north, east)
    where c.asked_at is null or c.asked_at < ${now}::timestamptz - case when c.fault is null
      then make_interval(hours => ${FRESH_HOURS}) else make_interval(mins => ${RETRY_MINUTES}) end
    order by c.asked_at nulls first limit ${BATCH_SIZE}`.execute(db)
  return rows
}

type Answer = { days: WeatherDay[][] } | { fault: string }

async function callProvider(
  provider: string,
  cells: readonly WeatherCell[],
  isPrivateAllowed: boolean,
): Promise<Answer> {
  try {
    // Keeps the address's own parameters, such as a key.
    const url = new URL(completeAddress(provider))
    for (const [name, value] of Object.entries(weatherQuery(cells))) url.searchParams.set(name, value)
    const text = await readExternalText(url.href, { ...REACH, isPrivateAllowed })
    return { days: readWeather(text, cells.length) }
  } catch (error) {
    return { fault: messageOf(error).slice(0, 200) }
  }
}

async function storeResponse(
  db: Database,
  cells: readonly WeatherCell[],
  answer: Answer,
  now: Date,
): Promise<void> {
  const error = 'fault' in answer ? answer.fault : null
  const days = 'days' in answer ? answer.days : []
  const lines = days.flatMap((of, i) => of.map((day) => ({ ...itemAt(cells, i), ...day })))
  await db.transaction().execute(async (own) => {
    await sql`insert into weather_cells (north, east, asked_at, answered_at, fault)
      select north, east, ${now}, ${error === null ? now : null}, ${error}
      from unnest(${cells.map(({ north }) => north)}::int2[], ${cells.map(({ east }) => east)}::int2[]) as c (north, east)
      on conflict (north, east) do update set asked_at = excluded.asked_at, fault = excluded.fault,
        answered_at = coalesce(excluded.answered_at, weather_cells.answered_at)`.execute(own)
    await sql`insert into weather_days (north, east, day, mean, told_at)
      select north, east, day, mean, ${now} from unnest(${lines.map(({ north }) => north)}::int2[],
        ${lines.map(({ east }) => east)}::int2[], ${lines.map(({ date }) => date)}::date[],
        ${lines.map(({ mean }) => mean)}::float4[]) as d (north, east, day, mean)
      on conflict (north, east, day) do update set mean = excluded.mean, told_at = excluded.told_at`.execute(
      own,
    )
  })
}
