import { sql } from 'kysely'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import {
  DONE_WORK_ORDERS,
  LOCKED_WORK_ORDERS,
  nextWorkOrderStatuses,
  WORK_ORDER_STATUS,
} from '#core/domains/work_orders/workOrderStatus.ts'
import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import { formatPhone, parsePhone } from '#core/platform/phone.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { changesBetween } from '#server/resources/audit.ts'
import type { QueryFilters } from '#server/resources/list.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { refuseUnknownStatus } from '#server/resources/refuseUnknownStatus.ts'
import { hiddenFields, lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew } from '#server/resources/validate.ts'

type WorkOrder = RecordOf<typeof work_orders>

/** `dashboard=1` asks for the work that is still to be done. */
export const workOrderFilters: QueryFilters = {
  dashboard: (_, value) =>
    value === '0'
      ? sql<boolean>`true`
      : sql<boolean>`work_orders.status_id <> all(${DONE_WORK_ORDERS as number[]})`,
}

/** A new work order; its number is the server's. */
export async function createWorkOrder(context: Context, body: object): Promise<WorkOrder> {
  const values = acceptNew(context, work_orders, ofActor(context, body)) as NewRecordOf<typeof work_orders>
  if (values.status_id !== undefined) refuseStatus(context, WORK_ORDER_STATUS.new_request, values.status_id)
  const made = await insertRecord(context, work_orders, { ...values, ...formattedPhone(values) })
  await tell(context, made)
  return made
}

/** Changes a work order; another status must be one that may follow. */
export async function updateWorkOrder(context: Context, id: number, body: object): Promise<WorkOrder> {
  const current = await lockRecord(context, work_orders, id)
  const changes = acceptChanges(work_orders, ofActor(context, body), current) as ChangesOf<typeof work_orders>
  if (changes.status_id !== undefined) refuseStatus(context, current.status_id, changes.status_id)
  refuseLocked(current, changes)
  const changed = await updateRecord(context, work_orders, id, {
    ...changes,
    ...formattedPhone({ ...current, ...changes }),
  })
  const isNew = changed.status_id !== current.status_id || changed.performed_by !== current.performed_by
  if (isNew) await tell(context, changed)
  return changed
}

/** Gives a work order its next status. */
export async function changeWorkOrderStatus(
  context: Context,
  id: number,
  status_id: number,
): Promise<WorkOrder> {
  const current = await lockRecord(context, work_orders, id)
  refuseUnknownStatus(context, work_orders, {
    field: 'status_id',
    from: current.status_id,
    to: status_id,
    allowed: nextWorkOrderStatuses(current.status_id),
  })
  const changed = await updateRecord(context, work_orders, id, {
    status_id: status_id as WorkOrder['status_id'],
  })
  await tell(context, changed)
  return changed
}

/** Whoever is named on it hears that it is there, is his, or moved on. */
function tell(context: Context, { id, status_id }: WorkOrder): Promise<void> {
  const { actor, now } = context
  return emit(context, 'work_order.changed', [{ id, status_id, by: actor.user_id, at: now.toISOString() }])
}

/** The phone as people of its country write it: kept, so that lists, prints and exports have it. */
export function formattedPhone({
  contact_phone,
  country_id,
}: Pick<Partial<WorkOrder>, 'contact_phone' | 'country_id'>): { contact_phone_formatted: string | null } {
  const country = countryOfId(country_id ?? HOME_COUNTRY)
  const phone = contact_phone && country ? parsePhone(contact_phone, country.country_iso_2) : undefined
  if (contact_phone && !phone) throw invalid([{ field: 'contact_phone', rule: 'phone' }])
  return { contact_phone_formatted: phone ? formatPhone(phone) : null }
}

function refuseStatus(context: Context, from: number, to: number): void {
  if (from === to) return
  refuseUnknownStatus(context, work_orders, {
    field: 'status_id',
    from,
    to,
    allowed: nextWorkOrderStatuses(from),
  })
}

/** A work order that is over is not written again, unless the same step opens it. */
function refuseLocked(current: WorkOrder, changes: ChangesOf<typeof work_orders>): void {
  if (!LOCKED_WORK_ORDERS.includes(current.status_id)) return
  const isOpened = changes.status_id !== undefined && !LOCKED_WORK_ORDERS.includes(changes.status_id)
  if (isOpened || changesBetween(work_orders, current, changes).length === 0) return
  throw conflict('messages.work_order_over')
}

/** What only the business itself may write is not taken from others. */
function ofActor({ actor }: Context, body: object): object {
  const closed = hiddenFields(actor, work_orders)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !closed.includes(name)))
}
