import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** A product for a place: one tank, the tanks of a device, or the tanks of the device of an order's line. */
export interface NamedTank {
  readonly device_ports_id?: unknown
  readonly document_detail_id?: unknown
  readonly device_id?: unknown
  readonly product_id?: unknown
}

/**
 * The indexes of listed places where no tank holds the product, by grade. Places whose tanks have no product set are never included.
 */
export async function readUnheld({ db }: Context, named: readonly NamedTank[]): Promise<Set<number>> {
  if (named.length === 0) return new Set()
  const places = JSON.stringify(
    named.map((item, place) => ({
      place,
      ports: item.device_ports_id ?? null,
      line: item.document_detail_id ?? null,
      device: item.device_id ?? null,
      product: item.product_id ?? null,
    })),
  )
  const { rows } = await sql<{ place: number }>`
    select p.place
    from jsonb_to_recordset(${places}::jsonb) as p (place int, ports int8, line int8, device int8, product int8)
      join tank_products brought on brought.product_id = p.product
      left join transaction_document_details l on l.document_detail_id = p.line
      left join transaction_documents o on o.document_id = l.document_id
      join device_ports t on case when p.ports is not null then t.device_ports_id = p.ports
        else t.device_id = coalesce(p.device, o.device_id) and t.active = 1 end
      join tank_products held on held.product_id = t.product_id
    group by p.place
    having not bool_or(lower(coalesce(held.grade, held.product_name)) = lower(coalesce(brought.grade, brought.product_name)))`.execute(
    db,
  )
  return new Set(rows.map(({ place }) => place))
}
