import { sql } from 'kysely'

const DAYS_BACK = 30
const DAYS_AHEAD = 90
/** Maximum number of rounds and of deliveries in a calendar; the ones nearest to today take precedence. */
export const MAX_ENTRIES = 500

const day = sql`coalesce(s.deliver_date, s.load_date)`

/** Whether a round `s` is in the period of calendars. */
export const inPeriod = sql<boolean>`(${day} between business_today() - ${DAYS_BACK}::int and business_today() + ${DAYS_AHEAD}::int)`

/** The order of rounds `s` by their distance from today. */
export const nearestFirst = sql`abs(${day} - business_today())`
