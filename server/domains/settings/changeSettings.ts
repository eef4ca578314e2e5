import { sql } from 'kysely'
import { type Settings, settings } from '#core/domains/settings/settings.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { conflict } from '#server/platform/refusal.ts'
import { acceptChanges } from '#server/resources/changes/validate.ts'
import { audit, changesBetween } from '#server/resources/history/audit.ts'
import { readSettingRows, readSettings } from './readSettings.ts'

/**
 * Changes settings, all or none of them; they are validated together with the unchanged ones.
 * @throws Refusal 422 with every invalid setting; 409 when one was changed after `if_updated_at`.
 */
export async function changeSettings(
  context: Context,
  { if_updated_at, ...body }: Readonly<Record<string, unknown>>,
): Promise<Settings> {
  const { db, now } = context
  await lockExclusively(db, 'settings')
  const before = await readSettings(db)
  const changes = acceptChanges(context, settings, body, before)
  await refuseMovedOn(context, Object.keys(changes), if_updated_at, before)
  const differing = changesBetween(settings, before, changes)
  for (const { field, after } of differing) {
    await sql`insert into settings (setting_key, value, updated_at)
      values (${field}, ${JSON.stringify(after)}::jsonb, ${now})
      on conflict (setting_key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
      db,
    )
  }
  if (differing.length > 0) await audit(context, settings.name, null, 'update', differing)
  return readSettings(db)
}

async function refuseMovedOn(
  { db }: Context,
  keys: readonly string[],
  read: unknown,
  current: Settings,
): Promise<void> {
  const moment = Date.parse(String(read ?? ''))
  if (Number.isNaN(moment)) return
  const rows = await readSettingRows(db)
  const moved = rows.some(
    ({ setting_key, updated_at }) => keys.includes(setting_key) && Date.parse(updated_at) > moment,
  )
  if (moved)
    throw conflict('messages.conflict_changed', undefined, {
      current: { ...current, updated_at: newestOf(rows) },
    })
}

/** The time of the last change of a setting; the epoch if none was ever changed. */
export function newestOf(rows: readonly { updated_at: string }[]): string {
  return new Date(Math.max(0, ...rows.map(({ updated_at }) => Date.parse(updated_at)))).toISOString()
}
