import { sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { readRecord } from '#server/resources/rows.ts'

/** Pixels of the longer side that are kept. */
const LARGEST = 1600

/** Keeps a picture that was taken at a stop, drawn anew; one that is sent again changes nothing. */
export async function keepStopPicture(
  context: Context,
  picture_id: string,
  { stop_id, taken_at, picture }: { stop_id: number; taken_at: string; picture: string },
): Promise<void> {
  const { db, actor } = context
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_stops where stop_id = ${stop_id}`.execute(db)
  if (!rows[0]) throw notFound()
  const { delivered_by } = await readRecord(context, shipment_planners, rows[0].shipment_id)
  if (actor.loginType === 'driver' && delivered_by !== actor.people_id) throw notFound()
  const { default: sharp } = await import('sharp')
  const drawn = await sharp(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
    .rotate()
    .resize(LARGEST, LARGEST, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
    .catch(() => {
      throw invalid([{ field: 'picture', rule: 'drawing' }])
    })
  await db
    .insertInto('stop_pictures')
    .values({ picture_id, stop_id, user_id: actor.user_id!, picture: drawn, taken_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
