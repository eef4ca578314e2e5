import { sql } from 'kysely'
import { SETTING_KEYS, type Settings, settings } from '#core/domains/settings/settings.ts'
import type { Resource } from '#core/resources/definition.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { Database } from '#server/platform/database/database.ts'

interface SettingRow {
  setting_key: string
  value: unknown
  updated_at: string
}

const schemas = Object.fromEntries(
  Object.entries(settings.fields).map(([key, field]) => [key, valueSchema(field)]),
)

/**
 * Every setting's current value, or its default if unset. Read from the database each time: few calls need it, and a change
 * takes effect at the next call on every server.
 */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await readSettingRows(db)
  const set = new Map(rows.map(({ setting_key, value }) => [setting_key, value]))
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, usable(key, set.get(key)) ?? standardOf(key)]),
  ) as Settings
}

/** The settings with a value; `lock` locks them until the end of the transaction. */
export async function readSettingRows(db: Database, lock = false): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select setting_key, value, updated_at from settings
    where setting_key = any(${SETTING_KEYS}) ${lock ? sql`order by setting_key for update` : sql``}`.execute(
    db,
  )
  return rows
}

export function standardOf(key: string): unknown {
  const { fields }: Resource = settings
  return fields[key]?.default ?? null
}

/** A value that no longer passes its check, because a limit was tightened, counts as unset. */
function usable(key: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined
  const result = schemas[key]?.safeParse(value)
  return result?.success ? result.data : undefined
}
