import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { order_figures } from '#core/domains/orders/order_figures.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { volumeIn } from '#core/platform/numbers/units.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'

interface FiguresRow {
  document_id: number
  place: string | null
  products: string | null
  litres: number | null
}

/**
 * The places and products of documents and the volume of their lines, in one statement for all rows; lines that are not sold by volume
 * have none. Volumes are in the actor's gallons or litres.
 */
export const orderFigures: ComputedFields = {
  definition: order_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ document_id }) => Number(document_id))
    const { rows: found } = await sql<FiguresRow>`
      select o.document_id, coalesce(case when ${visibleIfRead(actor, devices, 'v')} then coalesce(device_label(v), v.public_id) end,
          o.ship_location_label) as place, lines.*
      from transaction_documents o left join devices v using (device_id) left join lateral (
        select string_agg(distinct ${titleSql(actor, tank_products, 'p')}, ', ') as products,
          (sum(l.quantity_liters) filter (where u.measure = 'volume'))::float8 as litres
        from transaction_document_details l join tank_products p using (product_id) join units_of_measure u on u.id = l.unit_id
        where l.document_id = o.document_id) lines on true
      where o.document_id = any(${ids})`.execute(db)
    const byDocument = new Map(found.map((item) => [Number(item.document_id), item]))
    const volume = actor.units === 'imperial' ? 'line_gallons' : 'line_litres'
    return ids.map((id) => {
      const { place = null, products = null, litres = null } = byDocument.get(id) ?? {}
      return {
        line_place: place,
        line_products: products,
        [volume]: litres === null ? null : volumeIn(actor.units, litres).toFixed(1),
      }
    })
  },
}
