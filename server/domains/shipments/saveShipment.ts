import { sql } from 'kysely'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import {
  acceptDetails,
  areSameDetails,
  type DetailRow,
  readDetails,
  replaceDetails,
} from '#server/resources/details.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew } from '#server/resources/validate.ts'
import { completeLoads } from './completeLoads.ts'
import { readShipment, type Shipment } from './readShipment.ts'
import { refuseOverload } from './refuseOverload.ts'
import { refuseShipmentStep } from './refuseShipmentStep.ts'

type Details = { details?: DetailRow[] }
const loadKind = shipment_planner_details
const ownerOf = (id: number) => ({ column: 'shipment_id', id })

/** Plans a round; it is a draft. */
export async function createShipment(context: Context, body: object): Promise<Shipment> {
  const { details = [], ...values } = acceptNew(context, shipment_planners, body) as NewRecordOf<
    typeof shipment_planners
  > &
    Details
  if (values.status_id !== undefined && values.status_id !== SHIPMENT_STATUS.draft) {
    refuseShipmentStep(context, SHIPMENT_STATUS.draft, values.status_id)
  }
  const loads = await completeLoads(context, await acceptDetails(context, loadKind, details, []))
  const { shipment_id } = await insertRecord(context, shipment_planners, {
    ...values,
    status_id: SHIPMENT_STATUS.draft,
  })
  await refuseOverload(context, await lockRecord(context, shipment_planners, shipment_id), loads)
  await replaceDetails(context, loadKind, ownerOf(shipment_id), loads)
  return readShipment(context, shipment_id)
}

/**
 * Changes a round; its loads and vehicles only as long as it is a draft.
 * @throws Refusal 409 for what is finalized, cancelled or on the road; 422 for what cannot be loaded.
 */
export async function updateShipment(context: Context, id: number, body: object): Promise<Shipment> {
  const current = await lockRecord(context, shipment_planners, id)
  const { details, ...changes } = acceptChanges(shipment_planners, body, current) as ChangesOf<
    typeof shipment_planners
  > &
    Details
  const before = await readDetails(context, loadKind, ownerOf(id))
  const loads = details
    ? await completeLoads(context, await acceptDetails(context, loadKind, details, before))
    : before
  const isSame = areSameDetails(loadKind, loads, before)
  const next = { ...current, ...changes }
  if (next.status_id !== current.status_id) throw conflict('messages.status_by_step')
  const changed = Object.keys(changes).filter(
    (name) => String(current[name as keyof Shipment] ?? '') !== String(next[name as keyof Shipment] ?? ''),
  )
  if (isSame && changed.length === 0) return readShipment(context, id)
  refuseFixed(current, !isSame || changed.some((name) => LOADED.includes(name)))
  await refuseOverload(context, next, loads)
  await updateRecord(context, shipment_planners, id, changes)
  if (!isSame) {
    await replaceDetails(context, loadKind, ownerOf(id), loads)
    await sql`update shipment_planners set updated_at = ${context.now} where shipment_id = ${id}`.execute(
      context.db,
    )
    await audit(context, 'shipment_planners', id, 'update', [
      { field: 'details', before: before.map(shortLoad), after: loads.map(shortLoad) },
    ])
  }
  return readShipment(context, id)
}

/** Erases a round that never left. */
export async function removeShipment(context: Context, id: number): Promise<void> {
  const { status_id } = await lockRecord(context, shipment_planners, id)
  const canGo = status_id === SHIPMENT_STATUS.draft || status_id === SHIPMENT_STATUS.cancelled
  if (!canGo) throw conflict('messages.shipment_on_the_way')
  await removeRecord(context, shipment_planners, id)
}

/** What decides how the round is loaded. */
const LOADED: readonly string[] = ['truck_id', 'trailer_id', 'overrule_ullage', 'company_id']

function refuseFixed({ status_id }: Shipment, changesLoads: boolean): void {
  const isOver = status_id === SHIPMENT_STATUS.finalized || status_id === SHIPMENT_STATUS.cancelled
  if (isOver) throw conflict('messages.shipment_finished')
  if (changesLoads && status_id !== SHIPMENT_STATUS.draft) throw conflict('messages.shipment_loaded')
}

function shortLoad({ product_id, compartment, quantity_ordered }: DetailRow): object {
  return { product_id, compartment, quantity_ordered }
}
