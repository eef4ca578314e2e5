import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { customer_figures } from '#core/domains/companies/customer_figures.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { LEVELS, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { shownLevel } from '#core/domains/telemetry/levels/shownLevel.ts'
import { LOSS_ALERTS, type PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { mayRead, visibleIfRead } from '#server/resources/rights/visible.ts'
import { unappliedByCompany } from './accounts/unapplied.ts'
import { isOwed, OWED_SUMS } from './readOwed.ts'

type FiguresRow = Pick<PortSummary, 'loss_alert'> & { worst_level: TankLevel | null }

/**
 * The number of customers' tanks in use, as lists and dashboards count them, their worst state, and what they owe: of the devices and
 * invoices that the actor may see, with one statement for all rows. Null for figures that the actor may not read.
 */
export const customerFigures: ComputedFields = {
  definition: customer_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ company_id }) => Number(company_id))
    const [seesTanks, seesMoney] = [mayRead(actor, devices), mayRead(actor, transaction_documents)]
    const { rows: found } = await sql<FiguresRow>`
      select c.currency_id, ${seesTanks ? sql`coalesce(t.tank_count, 0)` : sql`null`} as tank_count,
        t.worst_level, t.loss_alert, t.worst_percent, t.worst_source,
        ${seesMoney ? sql`(o.open - coalesce(u.amount, 0))::numeric(18, 3)` : sql`null`} as open_amount,
        ${seesMoney ? sql`o.overdue` : sql`null`} as overdue_amount
      from unnest(${ids}::int8[]) with ordinality as customer (company_id, place)
      join companies c using (company_id)
      left join lateral (
        select count(*) over ()::int as tank_count, coalesce(s.level, 'unknown') as worst_level,
          -- As screens round it: to a tenth first, 6.46 would become 7.
          round(s.percent::numeric) as worst_percent,
          case when s.estimated_at is not null then 'estimated' else 'measured' end as worst_source,
          min(a.level) over () as loss_alert
        from devices d join device_ports p on p.device_id = d.device_id and p.active = 1
        left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
        left join lateral (select min(a.level) as level from alerts a where a.device_id = d.device_id
          and coalesce(a.port_number, 0) = p.port_number and a.level = any(${[...LOSS_ALERTS]})
          and a.status <> 'closed' and ${visibleIfRead(actor, alerts, 'a')}) a on true
        where d.company_id = customer.company_id and d.status in ('normal', 'demo') and ${visibleIfRead(actor, devices, 'd')}
        order by array_position(${[...LEVELS]}::text[], coalesce(s.level, 'unknown')), s.percent limit 1
      ) t on true
      left join lateral (
        select ${OWED_SUMS} from transaction_documents i where i.company_id = customer.company_id and ${isOwed(actor)}
      ) o on true
      left join (${unappliedByCompany(actor, (column) => sql`${sql.ref(column)} = any(${ids})`)}) u
        on u.company_id = customer.company_id
      order by customer.place`.execute(db)
    return found.map(({ worst_level: level, loss_alert, ...figures }) => ({
      ...figures,
      worst_level: level && shownLevel({ level, loss_alert }),
    }))
  },
}
