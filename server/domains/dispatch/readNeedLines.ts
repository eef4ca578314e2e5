import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { TO_DELIVER_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { leftOf, ORDERED_FOR } from '#server/domains/shipments/listLoadChoices.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'

const MAX_LINES = 5_000

/** An order line that waits for a shipment, with the quantity not on a round yet. */
export interface NeedLine {
  document_detail_id: number
  document_id: number
  document_number: string
  company_id: number
  company_title: string
  product_id: number
  product_title: string
  color: string | null
  ordered_for: string
  /** Its customer requested no day: it is due within the usual time. */
  is_usual_day: boolean
  liters_left: number
  device_id: number | null
  place: string | null
  /** Tanks that can take the product of the line. */
  tanks: number[]
}

/** Sales order lines in the actor's reach that no round delivers in full yet. */
export async function readNeedLines(context: Context, matching: RawBuilder<boolean>): Promise<NeedLine[]> {
  const { db, actor } = context
  if (!mayRead(actor, transaction_documents)) return []
  const left = leftOf({})
  const { rows } = await sql<NeedLine>`
    select l.document_detail_id, o.document_id, o.document_number, o.company_id, c.company as company_title, l.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title, p.color,
      ${ORDERED_FOR}::text as ordered_for, o.wished_date is null as is_usual_day, ${left}::float8 as liters_left,
      case when ${visible(actor, devices, 'v')} then v.device_id end as device_id,
      coalesce(case when ${visible(actor, devices, 'v')} then coalesce(device_label(v), v.public_id) end,
        o.ship_location_label) as place,
      case when ${visible(actor, devices, 'v')} then load_ports(null, l.document_detail_id, l.product_id) else '{}' end as tanks
    from transaction_document_details l join transaction_documents o using (document_id)
      join tank_products p on p.product_id = l.product_id join companies c on c.company_id = o.company_id
      join devices v on v.device_id = o.device_id
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where o.document_type = 'sales_order' and o.archived = 0
      and o.status_id = any(${TO_DELIVER_STATUSES})
      and ${left} >= 1 and ${visible(actor, transaction_documents, 'o')} and ${matching}
    order by ${ORDERED_FOR}, o.document_id, l.sort_order limit ${MAX_LINES}`.execute(db)
  return rows
}
