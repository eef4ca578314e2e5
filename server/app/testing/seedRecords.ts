import { sql } from 'kysely'
import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { isText } from '#core/resources/fields/isText.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import { exampleOf } from './examples.ts'
import type { TestServer } from './startTestServer.ts'

/** Appears in every text of a company that is out of reach. */
export const CANARY = 'zqxjkvbpwy'

/** The kinds whose records have an owner. */
export const OWNED = (Object.values(registry) as Resource[]).filter(({ scope }) => scope !== 'shared')

/** One record of every owned kind in a company, by the name of the kind; on request with the canary in its texts. */
export async function seedRecords(
  server: TestServer,
  company: number,
  canary?: typeof CANARY,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const resource of OWNED.filter((item) => hasCall(item, 'create') && item.name !== 'webhooks')) {
    ids.set(resource.name, await seedRecord(server, resource, company, canary))
  }
  const text = canary ?? null
  const device = ids.get('devices')!
  ids.set(
    'alerts',
    await inserted(
      server,
      sql`insert into alerts (device_id, company_id, level, note)
    values (${device}, ${company}, 'offline', ${text}) returning alert_id as id`,
    ),
  )
  ids.set(
    'login_attempts',
    await inserted(
      server,
      sql`insert into login_attempts (username, address, status, company_id)
    values (${text ?? 'somebody'}, '203.0.113.1', 'fail', ${company}) returning login_attempt_id as id`,
    ),
  )
  ids.set(
    'audit_entries',
    await inserted(
      server,
      sql`insert into audit_entries (resource, action, title, company_id)
    values ('tags', 'delete', ${text}, ${company}) returning audit_id as id`,
    ),
  )
  ids.set(
    'mails',
    await inserted(
      server,
      sql`insert into mails (receiver, company_id, subject, html, body, language)
    values (${text ?? 'somebody@ullage.example'}, ${company}, 'Hello', 'Hello', 'Hello', 'en') returning mail_id as id`,
    ),
  )
  ids.set(
    'delivery_checks',
    await inserted(
      server,
      sql`insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, delivered_at, state,
        ticket_liters, note)
      values (${company}, ${ids.get('shipment_planners')!}, ${ids.get('device_ports')!}, ${device}, 1, now(), 'open', 100, ${text})
      returning delivery_check_id as id`,
    ),
  )
  ids.set(
    'meter_findings',
    await inserted(
      server,
      sql`insert into meter_findings (company_id, truck_id, drift_percent, margin_percent, since, deliveries, found_at, note)
      values (${company}, ${ids.get('tanker_trucks')!}, 1, 0.5, now(), 40, now(), ${text}) returning meter_finding_id as id`,
    ),
  )
  ids.set(
    'lift_tickets',
    await inserted(
      server,
      sql`insert into lift_tickets (company_id, number, shipment_id, truck_id, compartment, place, product_id, unit_id, gross,
        gross_liters, lifted_at)
      values (${company}, ${text ?? 'BOL 1'}, ${ids.get('shipment_planners')!}, ${ids.get('tanker_trucks')!}, 1, 1,
        ${ids.get('tank_products')!}, (select id from units_of_measure where code = 'l'), 100, 100, now())
      returning lift_ticket_id as id`,
    ),
  )
  const user = ids.get('users')!
  ids.set(
    'billing_runs',
    await inserted(
      server,
      sql`insert into billing_runs (user_id, company_id, status) values (${user}, ${company}, 'done')
      returning billing_run_id as id`,
    ),
  )
  ids.set(
    'active_sessions',
    await inserted(
      server,
      sql`insert into sessions
      (token_hash, user_id, account_id, expires_at, address, device)
    select sha256(${`of ${user}`}::bytea), user_id, account_id, now() + interval '1 day', '203.0.113.1', ${text}
    from accounts where user_id = ${user} returning session_id as id`,
    ),
  )
  ids.set(
    'webhooks',
    await inserted(
      server,
      sql`insert into webhooks (name, url, event_types, status, disabled_reason, user_id, company_id)
    select ${text ?? 'ERP'}, ${`https://${text ?? 'erp'}.example.com/`}, '["alert.opened"]', 'disabled', 'user', user_id, company_id
    from accounts where user_id = ${user} returning webhook_id as id`,
    ),
  )
  ids.set(
    'webhook_deliveries',
    await inserted(
      server,
      sql`insert into webhook_deliveries (webhook_id, message_id, event_type, payload, state, last_error)
    values (${ids.get('webhooks')!}, 'msg_1', 'alert.opened', ${text ?? '{}'}, 'failed', ${text})
    returning webhook_delivery_id as id`,
    ),
  )
  ids.set(
    'api_keys',
    await inserted(
      server,
      sql`insert into api_keys (name, user_id, company_id, account_id, key_hash, key_start, reads, expires_at)
    select ${text ?? 'ERP'}, user_id, company_id, account_id, sha256(${`key of ${user}`}::bytea), 'ulg_Ab3d5f', '["devices"]',
      now() + interval '1 day'
    from accounts where user_id = ${user} returning api_key_id as id`,
    ),
  )
  return ids
}

async function inserted({ db }: TestServer, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await statement.execute(db)
  return Number((rows[0] as { id: number }).id)
}

async function seedRecord(
  server: TestServer,
  resource: Resource,
  company: number,
  canary: string | undefined,
): Promise<number> {
  const staff = server.as('administrator')
  const isCompany = resource.id === 'company_id'
  const body = { ...(await exampleOf(server, resource, company)), ...(isCompany && { parent_id: company }) }
  const texts = canary ? canaryTexts(resource, canary) : {}
  let response = await staff.call('POST', pathOf(resource), { ...body, ...texts })
  if (response.status === 422) {
    // A text with special rules keeps the value of the example.
    for (const { field } of response.body.errors) delete texts[field]
    response = await staff.call('POST', pathOf(resource), { ...body, ...texts })
  }
  if (response.status !== 200) throw new Error(`${resource.name}: ${JSON.stringify(response.body)}`)
  return response.body[resource.single][resource.id]
}

function canaryTexts(resource: Resource, canary: string): Record<string, string> {
  const formats: { [K in TextFormat]?: string } = {
    email: `${canary}@example.com`,
    username: `${canary}@example.com`,
    url: `https://example.com/${canary}`,
    route: `/${canary}`,
  }
  return Object.fromEntries(
    writableFields(resource).flatMap(([name, field]) => {
      if (!isText(field) || !('max' in field) || (field.max ?? 0) < canary.length) return []
      const format = formatOf(field)
      return [[name, (format && formats[format]) ?? canary]]
    }),
  )
}
