import { sql } from 'kysely'
import { phoneTime } from '#core/domains/shipments/driver/phoneTime.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { drawPicture } from '#server/resources/files/drawPicture.ts'
import { readRecord } from '#server/resources/rows.ts'

/** Longer side of a stored picture, pixels. */
const LARGEST = 1600

/** Magic bytes of accepted files: PNG, JPEG, WebP. */
const BEGINNINGS = /^(89504e470d0a1a0a|ffd8ff|52494646.{8}57454250)/

const noPicture = () => invalid([{ field: 'picture', rule: 'picture' }])

/**
 * Redraws and stores a picture taken at a stop; sending it again changes nothing. Redraws outside any transaction.
 * @throws Refusal 404 for a stop out of reach, 422 (`picture`) for a file that is not a picture or has too many pixels
 */
export async function storeStopPicture(
  context: Context,
  picture_id: string,
  { stop_id, taken_at, picture }: { stop_id: number; taken_at: string; picture: string },
): Promise<void> {
  const { db, actor } = context
  const { rows } = await sql<{ shipment_id: number; is_stored: boolean }>`
    select shipment_id, exists (select from stop_pictures where picture_id = ${picture_id}) as is_stored
    from shipment_stops where stop_id = ${stop_id}`.execute(db)
  if (!rows[0]) throw notFound()
  const { delivered_by } = await readRecord(context, shipment_planners, rows[0].shipment_id)
  if (actor.loginType === 'driver' && delivered_by !== actor.people_id) throw notFound()
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
  if (!BEGINNINGS.test(bytes.subarray(0, 12).toString('hex'))) throw noPicture()
  if (rows[0].is_stored) return
  const drawn = await drawPicture(bytes, 'picture', [{ side: LARGEST, whole: true, quality: 75 }])
  if (!drawn) throw noPicture()
  const { at } = phoneTime(taken_at, { now: context.now })
  await db
    .insertInto('stop_pictures')
    .values({
      picture_id,
      stop_id,
      user_id: accountOf(context).user_id,
      picture: firstOf(drawn),
      taken_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
