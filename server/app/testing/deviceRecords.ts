import { sql } from 'kysely'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { deviceWithTank } from './deviceWithTank.ts'
import { exampleOf } from './examples.ts'
import { documentBody, testProduct } from './orders.ts'
import type { TestServer } from './startTestServer.ts'

/** A device with everything that can belong to one, and the ids of these records by path. */
export interface DeviceRecords {
  device_id: number
  truck_id: number
  /** Path of the kind → id. */
  records: Readonly<Record<string, number>>
}

/** Makes them in a company, with a word in every text field. */
export async function deviceRecords(
  server: TestServer,
  company: number,
  word: string,
): Promise<DeviceRecords> {
  const staff = server.as('administrator')
  const make = async (path: string, single: string, id: string, body: object): Promise<number> => {
    const response = await staff.call('POST', path, body)
    if (response.status !== 200) throw new Error(`${path}: ${response.raw}`)
    return response.body[single][id]
  }
  const { product_id } = await testProduct(server, {}, company)
  const { device_id } = await deviceWithTank(server, {
    company,
    tank: { product_id },
    device: { label: word, notes: word },
  })
  const { body: ports } = await staff.call('GET', `/devices/${device_id}/ports`)
  const port = ports.device_ports[0].device_ports_id
  const contact = async (resource: Resource, more: object) => ({
    ...(await exampleOf(server, resource, company)),
    object_ref: 'device',
    object_id: device_id,
    ...more,
  })
  await staff.call('POST', `/devices/${device_id}/notes`, { note: word })
  const { body: noted } = await staff.call('GET', `/devices/${device_id}/notes`)
  const order = {
    ...(await documentBody(server, { company_id: company, device_id, customer_po: word })),
    document_type: 'sales_order',
    details: [{ product_id, quantity: '10' }],
  }
  const truck_id = await make('/tanker_trucks', 'tanker_truck', 'truck_id', {
    ...(await exampleOf(server, tanker_trucks, company)),
    ...{ vehicle_type: 'truck', num_of_compartments: 1, compartment1: 9000 },
  })
  const shipment_id = await make('/shipment_planner', 'shipment_planner', 'shipment_id', {
    ...{ company_id: company, truck_id, load_date: '2026-11-21' },
    ...{ overrule_ullage: 1, overrule_reason: 'The gauge is off' },
    details: [{ product_id, quantity_ordered: 10, device_ports_id: port, compartment: 1 }],
  })
  const records = {
    '/devices': device_id,
    '/device_ports': port,
    '/notes': noted.notes[0].note_id,
    '/entity_emails': await make(
      '/entity_emails',
      'entity_email',
      'entity_emails_id',
      await contact(entity_emails, { email_address: `${word}@example.com` }),
    ),
    '/entity_phones': await make(
      '/entity_phones',
      'entity_phone',
      'entity_phones_id',
      await contact(entity_phones, {}),
    ),
    '/entity_addresses': await make(
      '/entity_addresses',
      'entity_address',
      'entity_addresses_id',
      await contact(entity_addresses, { address1: word }),
    ),
    '/work_orders': await make('/work_orders', 'work_order', 'id', {
      ...(await exampleOf(server, work_orders, company)),
      device_id,
      contact_name: word,
    }),
    '/subscriptions': await make('/subscriptions', 'subscription', 'id', {
      ...(await exampleOf(server, subscriptions, company)),
      device_id,
      plan_name: word,
    }),
    '/transaction_documents': await make(
      '/transaction_documents',
      'transaction_document',
      'document_id',
      order,
    ),
    '/shipment_planner': shipment_id,
    '/lift_tickets': await inserted(
      server,
      sql`insert into lift_tickets (company_id, number, shipment_id, truck_id, compartment, place, product_id, unit_id, gross,
        gross_liters, lifted_at)
      values (${company}, ${word}, ${shipment_id}, ${truck_id}, 1, 1, ${product_id},
        (select id from units_of_measure where code = 'l'), 10, 10, now()) returning lift_ticket_id as id`,
    ),
    '/alerts': await inserted(
      server,
      sql`insert into alerts (device_id, company_id, port_number, level, note)
      values (${device_id}, ${company}, 1, 'urgent', ${word}) returning alert_id as id`,
    ),
    '/mails': await inserted(
      server,
      sql`insert into mails (receiver, company_id, subject, html, body, language)
      values ('somebody@ullage.example', ${company}, ${word}, ${word}, ${word}, 'en') returning mail_id as id`,
    ),
  }
  await sql`insert into device_commands (device_id, command, status, reason, queued_by)
    select ${device_id}, 1, 'failed', ${word}, user_id from users limit 1`.execute(server.db)
  return { device_id, truck_id, records }
}

async function inserted({ db }: TestServer, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await statement.execute(db)
  return Number((rows[0] as { id: number }).id)
}
