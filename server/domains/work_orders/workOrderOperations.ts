import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { work_order_figures } from '#core/domains/work_orders/work_order_figures.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import { formatPhone, parsePhone } from '#core/platform/phone.ts'
import type { Values } from '#core/platform/values.ts'
import type { NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { invalid } from '#server/platform/refusal.ts'
import { refuseOver } from '#server/resources/changes/refuseStep.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import {
  type ComputedFields,
  insertRecord,
  type Operations,
  updateRecord,
} from '#server/resources/operations.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'

type WorkOrder = RecordOf<typeof work_orders>

export async function createWorkOrder(context: Context, body: Values): Promise<WorkOrder> {
  const values = acceptNew(context, work_orders, body)
  const site_id = await placeOf(context, values)
  const created = await insertRecord(context, work_orders, { ...values, site_id, ...formattedPhone(values) })
  await emitChanged(context, created)
  return created
}

/** Changes a work order; a new status must be the target of an allowed step. */
async function updateWorkOrder(context: Context, id: number, body: Values): Promise<WorkOrder> {
  const current = await lockRecord(context, work_orders, id)
  const changes = acceptChanges(context, work_orders, body, current)
  refuseOver(work_orders, current, changes)
  const { site_id, device_id } = { ...current, ...changes }
  const isElsewhere = site_id !== current.site_id || device_id !== current.device_id
  if (isElsewhere) await placeOf(context, { site_id, device_id })
  const changed = await updateRecord(context, work_orders, id, {
    ...changes,
    ...formattedPhone({ ...current, ...changes }),
  })
  const isNew = changed.status_id !== current.status_id || changed.performed_by !== current.performed_by
  if (isNew) await emitChanged(context, changed)
  return changed
}

/**
 * The site of the work: the named site, else the device's.
 * @throws Refusal 422 for a site of another company than the device's
 */
async function placeOf(
  context: Context,
  { site_id, device_id }: Pick<NewRecordOf<typeof work_orders>, 'site_id' | 'device_id'>,
): Promise<number | null> {
  const { db } = context
  const device = await db
    .selectFrom('devices')
    .select(['company_id', 'site_id'])
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  if (site_id === undefined) return device?.site_id ?? null
  if (site_id === null || !device) return site_id
  // Records out of reach are treated like missing ones.
  await requireVisible(context, devices, device_id, 'device_id')
  await requireVisible(context, sites, site_id, 'site_id')
  const site = await db
    .selectFrom('sites')
    .select('company_id')
    .where('site_id', '=', site_id)
    .executeTakeFirst()
  if (site && site.company_id !== device.company_id)
    throw invalid([{ field: 'site_id', rule: 'other_company' }])
  return site_id
}

/** Emits that a work order was created, assigned or moved on, to notify the people named on it. */
function emitChanged(context: Context, { id, status_id }: WorkOrder): Promise<void> {
  const { actor, now } = context
  return emit(context, 'work_order.changed', [{ id, status_id, by: actor.user_id, at: now.toISOString() }])
}

/** The phone in its country's notation: stored for lists, prints and exports. */
export function formattedPhone({
  contact_phone,
  country_id,
}: Pick<Partial<WorkOrder>, 'contact_phone' | 'country_id'>): { contact_phone_formatted: string | null } {
  const country = countryOfId(country_id ?? HOME_COUNTRY)
  const phone = contact_phone && country ? parsePhone(contact_phone, country.country_iso_2) : undefined
  if (contact_phone && !phone) throw invalid([{ field: 'contact_phone', rule: 'phone' }])
  return { contact_phone_formatted: phone ? formatPhone(phone) : null }
}

/** The company of the device of each work order, if the actor sees it: one statement for all rows. */
const workOrderFigures: ComputedFields = {
  definition: work_order_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ id }) => Number(id))
    const { rows: found } = await sql<{ customer: string | null }>`
      select c.company as customer
      from unnest(${ids}::int8[]) with ordinality as wanted (id, place)
      left join work_orders w on w.id = wanted.id
      left join devices d on d.device_id = w.device_id
      left join companies c on c.company_id = d.company_id and ${visible(actor, companies, 'c')}
      order by wanted.place`.execute(db)
    return found
  },
}

/** The commands on work orders, and the figures that are read with them. */
export const workOrderOperations: Partial<Operations<typeof work_orders>> = {
  computed: workOrderFigures,
  create: createWorkOrder,
  update: updateWorkOrder,
}
