import { phoneTime } from '#core/domains/shipments/driver/phoneTime.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readShipment, type ShipmentResponse } from './readShipment.ts'

interface Signature {
  name: string
  signature: string
  signed_at?: string | null
  latitude?: number | null
  longitude?: number | null
}

/**
 * Stores the receiver's signature of a finalized shipment. It is signed once and does not change afterwards.
 * @throws Refusal 409 before it is finalized, and if it is signed already
 */
export async function signShipment(
  context: Context,
  id: number,
  signature: Signature,
): Promise<ShipmentResponse> {
  const shipment = await lockRecord(context, shipment_planners, id)
  if (shipment.status_id !== SHIPMENT_STATUS.finalized) throw conflict('messages.shipment_not_final')
  if (shipment.signed_at !== null) throw conflict('messages.shipment_signed')
  const { db, actor, now } = context
  const at = signature.signed_at ? new Date(phoneTime(signature.signed_at, { now }).at) : now
  await db
    .insertInto('shipment_signatures')
    .values({
      shipment_id: id,
      name: signature.name,
      signature: signature.signature,
      signed_at: at,
      latitude: signature.latitude ?? null,
      longitude: signature.longitude ?? null,
      user_id: actor.user_id,
    })
    .execute()
  await db
    .updateTable('shipment_planners')
    .set({ signed_by: signature.name, signed_at: at, updated_at: now })
    .where('shipment_id', '=', id)
    .execute()
  await audit(context, 'shipment_planners', id, 'sign', [
    { field: 'signed_by', before: null, after: signature.name },
  ])
  return readShipment(context, id)
}
