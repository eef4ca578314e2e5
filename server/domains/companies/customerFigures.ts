import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { customer_figures } from '#core/domains/companies/customer_figures.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { LEVELS } from '#core/domains/telemetry/quality.ts'
import type { BesideFields } from '#server/resources/operations.ts'
import { mayRead, visibleIfRead } from '#server/resources/visible.ts'

/**
 * The tanks of customers, the worst of them, and what they owe: of the devices and invoices that the actor may see, with one
 * statement for all rows. What the actor may not read is null.
 */
export const customerFigures: BesideFields = {
  definition: customer_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map((row) => Number(row['company_id']))
    const [seesTanks, seesMoney] = [mayRead(actor, devices), mayRead(actor, transaction_documents)]
    const { rows: found } = await sql<Readonly<Record<string, unknown>>>`
      select c.currency_id, ${seesTanks ? sql`coalesce(t.tank_count, 0)` : sql`null`} as tank_count,
        case when t.worst_level = 'urgent' then 'urgent' else coalesce(t.loss, t.worst_level) end as worst_level,
        t.worst_percent, t.worst_source,
        ${seesMoney ? sql`o.open_amount` : sql`null`} as open_amount,
        ${seesMoney ? sql`o.overdue_amount` : sql`null`} as overdue_amount
      from unnest(${ids}::int8[]) with ordinality as asked (company_id, place)
      join companies c using (company_id)
      left join lateral (
        select count(*) over ()::int as tank_count, coalesce(s.level, 'unknown') as worst_level,
          round(s.percent::numeric, 1) as worst_percent,
          case when s.estimated_at is not null then 'estimated' else 'measured' end as worst_source,
          min(a.level) over () as loss
        from devices d join device_ports p on p.device_id = d.device_id and p.active = 1
        left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
        left join lateral (select min(a.level) as level from alerts a where a.device_id = d.device_id
          and coalesce(a.port_number, 0) = p.port_number and a.level in ('sudden_loss', 'unexplained_loss')
          and a.status <> 'closed' and ${visibleIfRead(actor, alerts, 'a')}) a on true
        where d.company_id = asked.company_id and d.status <> 'retired' and ${visibleIfRead(actor, devices, 'd')}
        order by array_position(${[...LEVELS]}::text[], coalesce(s.level, 'unknown')), s.percent limit 1
      ) t on true
      left join lateral (
        select coalesce(sum(i.balance), 0)::numeric(16, 3) as open_amount,
          coalesce(sum(i.balance) filter (where i.due_date < business_today()), 0)::numeric(16, 3) as overdue_amount
        from transaction_documents i where i.company_id = asked.company_id and i.document_type = 'invoice'
          and i.archived = 0 and i.status_id = any(${PAYABLE_STATUSES}) and i.balance > 0
          and ${visibleIfRead(actor, transaction_documents, 'i')}
      ) o on true
      order by asked.place`.execute(db)
    return found
  },
}
