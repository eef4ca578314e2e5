import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { StopOfShipment } from '#core/domains/shipments/shipmentStops.ts'
import { checksDeliveries } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { visible } from '#server/resources/rights/visible.ts'

type Mailed = StopOfShipment['mailed_to'][number] & { stop_id: number }

/**
 * Addresses to which a round's tickets were e-mailed. They are personal data of the customer: only the office sees them,
 * and only for stops at customers that the reader sees.
 */
export async function readMailed({ db, actor }: Context, shipment_id: number): Promise<Mailed[]> {
  if (!checksDeliveries(actor.loginType)) return []
  return runPrepared(
    db,
    sql<Mailed>`
    select distinct s.stop_id, e.body ->> 'to' as address, exists (
      select from entity_emails m left join people p on m.object_ref = 'person' and p.people_id = m.object_id
      where lower(m.email_address) = e.body ->> 'to'
        and ((m.object_ref = 'company' and m.object_id = c.company_id) or p.company_id = c.company_id)) as is_on_record
    from driver_events e join shipment_stops s using (stop_id) join companies c on c.company_id = s.company_id
    where e.shipment_id = ${shipment_id} and e.kind = 'mailed' and e.outcome = 'applied' and ${visible(actor, companies, 'c')}
    order by s.stop_id, address`,
  )
}
