import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { usualMaxFill } from '#core/domains/tanks/room.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { emitLevelBasisChange } from './saveLevelBasis.ts'

type Product = RecordOf<typeof tank_products>

/** Creates a product; only users who may overrule limits set a maximum fill above the rule. */
export async function createProduct(context: Context, body: Values): Promise<Product> {
  const values = acceptNew(context, tank_products, body)
  refuseHighFill(context.actor, values.max_fill, usualMaxFill(values.product_group ?? null))
  refuseListPrice(context.actor, {}, values)
  return insertRecord(context, tank_products, values)
}

/** Changes the company's own product, with the same rule for its maximum fill. */
export async function updateProduct(context: Context, id: number, body: Values): Promise<Product> {
  const before = await lockRecord(context, tank_products, id)
  const changes = acceptChanges(context, tank_products, body, before)
  const next = { ...before, ...changes }
  const isNew =
    Number(next.max_fill) !== Number(before.max_fill) || next.product_group !== before.product_group
  if (isNew) refuseHighFill(context.actor, next.max_fill, usualMaxFill(next.product_group))
  refuseListPrice(context.actor, before, next)
  if (before.status === 1 && next.status === 0) await refuseWatched(context, id)
  const after = await updateRecord(context, tank_products, id, changes)
  await emitLevelBasisChange(context, 'tank_products', id, { before, after })
  return after
}

/** Archives a product that no sensor monitors. @throws Refusal 409 naming the places that monitor it */
export async function removeProduct(context: Context, id: number): Promise<void> {
  await lockRecord(context, tank_products, id)
  await refuseWatched(context, id)
  await removeRecord(context, tank_products, id)
}

/** Maximum number of named places; beyond, their number is reported. */
const MAX_NAMED = 5

async function refuseWatched(context: Context, product_id: number): Promise<void> {
  const { rows } = await sql<{ place: string; is_seen: boolean }>`
    select coalesce(device_label(devices), devices.public_id) || ' (' || p.port_number || ')' as place,
      ${visible(context.actor, devices, 'devices')} as is_seen
    from device_ports p join devices using (device_id)
    where p.product_id = ${product_id} and p.active = 1 and devices.status <> 'retired'
    order by place`.execute(context.db)
  if (rows.length === 0) return
  const named = rows.filter(({ is_seen }) => is_seen).slice(0, MAX_NAMED)
  const more = rows.length - named.length
  const places = [...named.map(({ place }) => place), ...(more > 0 ? [`+${more}`] : [])].join(', ')
  throw conflict('messages.product_watched', { places })
}

/**
 * Only users who may overrule limits set a limit above the one that it replaces.
 * @throws Refusal 422
 */
export function refuseHighFill({ user_id, permissions }: Actor, value: unknown, limit: number): void {
  const isHigher = value != null && Number(value) > limit
  if (!isHigher || user_id === null || permissions.has('shipment_planners.overrule')) return
  refuseIssues([{ field: 'max_fill', rule: 'above_max_fill', params: { limit } }])
}

/**
 * A list price is charged on orders: it is set by users who decide about orders.
 * @throws Refusal 422
 */
function refuseListPrice(actor: Actor, before: Partial<Product>, next: Partial<Product>): void {
  if (mayDecideOrders(actor)) return
  const isSame = (name: 'list_price' | 'list_price_unit_id') =>
    Number(before[name] ?? 0) === Number(next[name] ?? 0)
  refuseIssues(
    (['list_price', 'list_price_unit_id'] as const)
      .filter((name) => !isSame(name))
      .map((field) => ({ field, rule: 'decided_by_seller' })),
  )
}

/** Sets the own company's name for a product; without one the owner's name is used. */
export async function setOwnProductName(
  context: Context,
  id: number,
  product_name: string | null,
): Promise<Product> {
  const { company_id } = context.actor
  const product = await readRecord(context, tank_products, id)
  if (company_id === null || company_id === product.company_id) {
    refuseIssues([{ field: 'own_name', rule: 'own_product' }])
  }
  if (product_name === null) {
    await context.db
      .deleteFrom('product_names')
      .where('product_id', '=', id)
      .where('company_id', '=', company_id)
      .execute()
  } else {
    await sql`insert into product_names (product_id, company_id, product_name)
      values (${id}, ${company_id}, ${product_name})
      on conflict (product_id, company_id) do update
        set product_name = excluded.product_name, updated_at = ${context.now}`.execute(context.db)
  }
  const { own_name = null }: Values = product
  await audit(context, 'tank_products', id, 'rename', [
    {
      field: 'own_name',
      before: own_name,
      after: product_name,
    },
  ])
  return readRecord(context, tank_products, id)
}
