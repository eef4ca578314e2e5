import { sql } from 'kysely'
import { settings } from '#core/domains/settings/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/refusal.ts'
import { insertFile, type StoredImage } from '#server/resources/files/images.ts'
import { audit } from '#server/resources/history/audit.ts'

/** The number of the logo's file, stored next to the settings of the form. */
const KEY = 'logo_id'

/** The paths of the business's logo and its thumbnail; null without one. The number gives each version its own path. */
export async function logoAddresses(
  db: Database,
): Promise<{ logo: string | null; logo_thumb: string | null }> {
  const id = await logoId(db)
  const address = (size: string) => (id === null ? null : `/environment/logo?size=${size}&v=${id}`)
  return { logo: address('full'), logo_thumb: address('thumb') }
}

/** Replaces the logo; null removes it. The call checks the permission. */
export async function changeLogo(context: Context, image: StoredImage | null): Promise<void> {
  const { db, now } = context
  const before = await logoId(db)
  const after = image && (await insertFile(context, image))
  await sql`insert into settings (setting_key, value, updated_at) values (${KEY}, ${JSON.stringify(after)}::jsonb, ${now})
    on conflict (setting_key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
  await db.deleteFrom('files').where('file_id', '=', before).execute()
  await audit(context, settings.name, null, 'update', [{ field: KEY, before, after }])
}

/** @throws Refusal 404 without a logo */
export async function readLogo(db: Database, isThumb: boolean): Promise<{ type: string; bytes: Buffer }> {
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select content_type as type, ${sql.ref(isThumb ? 'thumb' : 'content')} as bytes
    from files where file_id = ${await logoId(db)}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function logoId(db: Database): Promise<number | null> {
  const { rows } = await sql<{ id: string | null }>`
    select value #>> '{}' as id from settings where setting_key = ${KEY}`.execute(db)
  return rows[0]?.id == null ? null : Number(rows[0].id)
}
