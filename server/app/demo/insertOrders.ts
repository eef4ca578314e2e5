import { sql } from 'kysely'
import {
  DOCUMENT_STATUS,
  type DocumentStatus,
  type DocumentType,
} from '#core/domains/orders/documentStatus.ts'
import { CHARGES, documentTotals, lineTotal } from '#core/domains/orders/totals.ts'
import { WORK_ORDER_STATUS, type WorkOrderStatus } from '#core/domains/work_orders/workOrderStatus.ts'
import type { Database } from '#server/platform/database.ts'

const DAY = 86_400_000

/** US dollars a litre of what the demo's tanks hold, by the first word of the product. */
const PRICES: Readonly<Record<string, string>> = {
  Diesel: '0.892',
  Gasoline: '0.815',
  Propane: '0.524',
  DEF: '0.655',
  Molasses: '0.310',
  Kerosene: '0.968',
  Heating: '0.874',
  '15W-40': '3.420',
  Hydraulic: '2.980',
}
const OTHER_PRICE = '0.780'

interface Tank {
  company_id: number
  device_id: number
  product_id: number
  product_name: string
  label: string
  payment_term_id: number
  term_days: number
  person: number | null
}

/** Days ago, type, status, litres of each line, and what is special. */
const DOCUMENTS: readonly [
  daysAgo: number,
  type: DocumentType,
  status: DocumentStatus,
  litres: readonly number[],
  more?: Readonly<Record<string, string | number>>,
][] = [
  [2, 'sales_order', 'new', [3_000]],
  [3, 'sales_order', 'waiting_for_shipment', [4_200, 1_800], { freight: '45.000' }],
  [5, 'quote', 'sent', [9_000], { discount_type: 'P', discount: '2.500' }],
  [6, 'sales_order', 'approved', [2_600], { customer_po: 'PO-88213' }],
  [9, 'invoice', 'open', [5_200], { freight: '38.500', handling_charge: '12.000' }],
  [12, 'purchase_order', 'sent', [18_000], { comments: 'Deliver between 6 and 10 in the morning.' }],
  [16, 'invoice', 'sent', [3_700, 900]],
  [20, 'quote', 'quoted', [6_400]],
  [24, 'sales_order', 'waiting_for_shipment', [5_600], { expedite_fee: '75.000' }],
  [31, 'invoice', 'paid', [4_800]],
  [38, 'sales_order', 'received', [2_900], { customer_po: 'PO-87990' }],
  [44, 'quote', 'rejected', [12_000]],
]

const WORK: readonly [daysAgo: number, status: WorkOrderStatus, reason: string, more?: object][] = [
  [1, 'new_request', 'Display shows no level since the storm.'],
  [4, 'open', 'Antenna broken off by a forklift.', { warranty_repair: 0 }],
  [7, 'in_progress', 'Battery empties within a month.', { warranty_repair: 1 }],
  [10, 'parts_on_order', 'Sensor cable chewed through.'],
  [18, 'quoted', 'Move the sensor to the new tank.'],
  [
    26,
    'work_completed',
    'Reads 12 percent too high after refilling.',
    { work_performed: 'Sensor offset corrected.' },
  ],
  [40, 'closed', 'Lid does not close.', { work_performed: 'Gasket and lid replaced.' }],
]

/** Writes the documents and the work orders of the demo's companies, each about one of their tanks. */
export async function insertOrders(db: Database, now: number): Promise<void> {
  const tanks = await readTanks(db)
  for (const [index, document] of DOCUMENTS.entries()) {
    await insertDocument(db, tanks[(index * 5) % tanks.length]!, document, now)
  }
  for (const [index, work] of WORK.entries()) {
    await insertWork(db, tanks[(index * 7 + 3) % tanks.length]!, work, now)
  }
}

async function readTanks(db: Database): Promise<Tank[]> {
  const { rows } = await sql<Tank>`
    select d.company_id, d.device_id, t.product_id, t.product_name, d.label, c.payment_term_id, m.term_days,
      (select min(people_id) from people where people.company_id = d.company_id) as person
    from device_ports p join devices d using (device_id) join tank_products t using (product_id)
      join companies c on c.company_id = d.company_id join payment_terms m using (payment_term_id)
    where t.product_name !~ '^(Water|Used)' order by d.device_id, p.port_number`.execute(db)
  return rows
}

async function insertDocument(
  db: Database,
  tank: Tank,
  [daysAgo, document_type, status, litres, more = {}]: (typeof DOCUMENTS)[number],
  now: number,
): Promise<void> {
  const unit_price = PRICES[tank.product_name.split(' ')[0]!] ?? OTHER_PRICE
  const lines = litres.map((quantity, sort_order) => {
    const line = { quantity: String(quantity), unit_price }
    return { ...line, product_id: tank.product_id, sort_order, line_total: lineTotal(line) }
  })
  const charges = Object.fromEntries(CHARGES.map((name) => [name, String(more[name] ?? '0')]))
  const isPaid = status === 'paid'
  const all = documentTotals(
    lines.map(({ line_total }) => line_total),
    { ...charges, ...more },
  )
  const paid = isPaid ? { balance: '0', document_balance: '0' } : {}
  const [document] = await db
    .insertInto('transaction_documents')
    .values({
      company_id: tank.company_id,
      device_id: tank.device_id,
      document_type,
      status_id: DOCUMENT_STATUS[status],
      approved: status === 'new' ? 0 : 1,
      document_date: dayOf(now - daysAgo * DAY),
      due_date: dayOf(now + (tank.term_days - daysAgo) * DAY),
      payment_term_id: tank.payment_term_id,
      currency_id: 3,
      ship_location_label: tank.label,
      ...charges,
      ...more,
      ...all,
      ...paid,
    })
    .returning('document_id')
    .execute()
  const document_id = document!['document_id']
  for (const line of lines) {
    await db
      .insertInto('transaction_document_details')
      .values({ ...line, document_id })
      .execute()
  }
  if (!isPaid) return
  await db
    .insertInto('payments')
    .values({
      document_id,
      amount: all.total_amount,
      company_amount: all.total_amount,
      currency_id: 3,
      method: 'check',
      payment_date: dayOf(now - (daysAgo - 9) * DAY),
      reference: 'Check 20417',
    })
    .execute()
}

async function insertWork(
  db: Database,
  { device_id, person }: Tank,
  [daysAgo, status, reason_for_return, more = {}]: (typeof WORK)[number],
  now: number,
): Promise<void> {
  if (person === null) return
  const created_at = new Date(now - daysAgo * DAY)
  await db
    .insertInto('work_orders')
    .values({
      device_id,
      status_id: WORK_ORDER_STATUS[status],
      wo_requested_by: person,
      zoho_estimate_id: `EST-${3_100 + daysAgo}`,
      reason_for_return,
      created_at,
      updated_at: created_at,
      ...more,
    })
    .execute()
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
