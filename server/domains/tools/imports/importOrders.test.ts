import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { countsOf, errorsOf, importing, statementsOf } from './testing/importing.ts'

let server: TestServer
let device: string
beforeAll(async () => {
  server = await startTestServer()
  await testProduct(server, { product_name: 'Import diesel' })
  await testProduct(server, { product_name: 'Import DEF' })
  const { device_id } = await documentBody(server)
  device = (await server.as('administrator').call('GET', `/devices/${device_id}`)).body.device.public_id
})
afterAll(() => server.close())

const { work, sent, checked, imported, corrected } = importing(() => server)
const KIND = 'transaction_documents'

const HEAD = 'Order no,Device,Due date,Terms,Currency,Approved,Customer PO,Product,Qty,Unit price'
const head = (number: string, po = '') => `${number},${device},2099-01-31,Net 30,USD,No,${po}`
const file = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`

async function ordersOf(number: string) {
  const { rows } = await sql<{ document_id: number }>`select document_id from transaction_documents
    where external_number = ${number} order by 1`.execute(server.db)
  const orders = []
  for (const { document_id } of rows)
    orders.push(
      (await server.as('administrator').call('GET', `/${KIND}/${document_id}`)).body.transaction_document,
    )
  return orders
}

const linesOf = (order: { details: { product_title: string; quantity: string; unit_price: string }[] }) =>
  order.details.map((line) => `${line.product_title} ${Number(line.quantity)} ${Number(line.unit_price)}`)

describe('rows with one number are the lines of one order', () => {
  test('as other programs write them: only the first row is complete', async () => {
    const { field_mappings } = await sent(
      'Name,Email,Lineitem name,Lineitem quantity,Lineitem price\n#1001,a@b.example,Import diesel,5,2.5\n',
      KIND,
    )
    const known = Object.fromEntries(
      field_mappings.map(({ name, table_field }: Record<string, string>) => [name, table_field]),
    )
    expect(known).toMatchObject({
      Name: 'external_number',
      'Lineitem name': 'details.product_id',
      'Lineitem quantity': 'details.quantity',
      'Lineitem price': 'details.unit_price',
    })
  })

  test('are computed, stored, unchanged when imported again, changed and undone', async () => {
    const rows = [
      `${head('L-1', 'PO 7')},Import diesel,500,2.5`,
      `${head('L-2')},Import diesel,100,3`,
      'L-1,,,,,,,Import DEF,20,4',
      `l-1,${device},,,,,PO 7,Import diesel,30,2.75`,
    ]
    const { import_id, log } = await checked(file(...rows), KIND)
    expect(countsOf(log), JSON.stringify(log.report)).toEqual([2, 0, 0, 0])
    expect(await ordersOf('L-1')).toEqual([])
    const done = await work(import_id, 'import')
    expect(done).toMatchObject({ total_records_imported: 2, status: 'imported' })
    const [order, ...others] = await ordersOf('L-1')
    expect(others).toEqual([])
    expect(order).toMatchObject({ customer_po: 'PO 7', total_amount: '1412.500', external_number: 'L-1' })
    expect(linesOf(order)).toEqual(['Import diesel 500 2.5', 'Import DEF 20 4', 'Import diesel 30 2.75'])

    expect(countsOf((await checked(file(...rows), KIND)).log)).toEqual([0, 0, 2, 0])

    const changed = await imported(
      file(rows[0]!, 'L-1,,,,,,,Import DEF,25,4', 'L-1,,,,,,,Import DEF,1,5', rows[1]!),
      KIND,
    )
    expect(countsOf(changed.log), JSON.stringify(changed.log.report)).toEqual([0, 1, 1, 0])
    expect(linesOf((await ordersOf('L-1'))[0])).toEqual([
      'Import diesel 500 2.5',
      'Import DEF 25 4',
      'Import diesel 30 2.75',
      'Import DEF 1 5',
    ])
    expect((await work(changed.import_id, 'undo')).left).toEqual([])
    expect(linesOf((await ordersOf('L-1'))[0])).toEqual(linesOf(order))

    const undone = await work(import_id, 'undo')
    expect(undone.left).toMatchObject([{ id: order.document_id }])
    expect(await ordersOf('L-2')).toEqual([])
  })

  test('and are refused together, each with its errors, and accepted corrected', async () => {
    const { import_id, log } = await imported(
      file(
        `${head('R-1')},Import diesel,500,2.5`,
        'R-1,,,,,,PO 1,Import diesel,much,2',
        'R-1,,,,,,PO 2,No such product,0,2',
        `${head('R-2')},Import diesel,1,2.5`,
      ),
      KIND,
    )
    expect(countsOf(log)).toEqual([1, 0, 0, 3])
    expect(errorsOf(log).toSorted()).toEqual([
      '2 : Belongs to the same record as row 3, which is refused',
      '3 details.quantity: Must be a number',
      '4 customer_po: Row 3 has a different value',
      '4 details.product_id: Record not found',
      '4 details.quantity: Out of range',
    ])
    expect(await ordersOf('R-1')).toEqual([])
    const again = await corrected(import_id, (raw) =>
      raw.replace('much,2', '3,2').replace('PO 2,No such product,0', 'PO 1,Import DEF,4'),
    )
    expect(countsOf(again), JSON.stringify(again.report)).toEqual([2, 0, 0, 0])
    await work(import_id, 'import')
    expect(linesOf((await ordersOf('R-1'))[0])).toEqual([
      'Import diesel 500 2.5',
      'Import diesel 3 2',
      'Import DEF 4 2',
    ])
  })

  test('wherever they are in the file', async () => {
    const others = Array.from(
      { length: 500 },
      (_, index) => `F-${index},nowhere,2099-01-31,Net 30,USD,No,,,,`,
    )
    const rows = [`${head('F-X')},Import diesel,4,2`, ...others, 'F-X,,,,,,,Import diesel,5,2']
    const { import_id, log } = await checked(file(...rows), KIND)
    expect(countsOf(log)).toEqual([1, 0, 0, 500])
    await work(import_id, 'import')
    expect(linesOf((await ordersOf('F-X'))[0])).toEqual(['Import diesel 4 2', 'Import diesel 5 2'])
  })

  test('a refusal of a line is reported at its row', async () => {
    const { log } = await checked(
      `${HEAD},Line: Discount\n${head('D-1')},Import diesel,5,2,\nD-1,,,,,,,Import diesel,5,2,50\n`,
      KIND,
    )
    expect(errorsOf(log)).toEqual([
      '2 : Belongs to the same record as row 3, which is refused',
      '3 details.line_discount_amount: The discount is larger than the amount it applies to',
    ])
  })
})

describe('an order in a file needs no more fields than its form', () => {
  const SHORT = 'Order no,Customer,Due date,Terms,Currency,Product,Qty,Unit price'
  const order = (number: string, customer: string, product: string) =>
    `${number},${customer},2099-01-31,Net 30,USD,${product},5,2`
  const tankOf = async (company: number, { product_id }: { product_id: number }) =>
    (await deviceWithTank(server, { company, tank: { product_id } })).device_id
  const { stranger, branch, distributor } = COMPANY

  test('its customer leaves no doubt of the product and the tank', async () => {
    const named = async (product_name: string, company: number) =>
      testProduct(server, { product_name }, company)
    const [above, theirs] = [await named('Twin fuel', distributor), await named('Twin fuel', stranger)]
    const [one, other] = [await named('Both fuel', distributor), await named('Both fuel', branch)]
    const [only, twice] = [await named('Only fuel', stranger), await named('Double fuel', stranger)]
    const east = await tankOf(branch, above)
    const more = await tankOf(branch, other)
    const [first, second] = [await tankOf(stranger, theirs), await tankOf(stranger, only)]
    for (let index = 0; index < 2; index++) await tankOf(stranger, twice)
    const rows = [
      order('N-1', 'Prairie Fuels East', 'Twin fuel'),
      order('N-2', 'Stranger Oil', 'Twin fuel'),
      order('N-3', 'Stranger Oil', 'Only fuel'),
      order('N-4', 'Prairie Fuels East', 'Both fuel'),
      order('N-5', 'Stranger Oil', 'Double fuel'),
      order('N-6', 'Valve Vendor', 'Only fuel'),
      order('N-7', 'Valve Vendor', 'Twin fuel'),
    ]
    const { import_id, log } = await checked(`${[SHORT, ...rows].join('\n')}\n`, KIND)
    expect(log.fields.filter(({ required }: { required: boolean }) => required)).toMatchObject([
      { name: 'due_date' },
      { name: 'payment_term_id' },
      { name: 'currency_id' },
    ])
    expect(errorsOf(log)).toEqual([
      '6 device_id: The customer has several tanks for this: name the device',
      '7 device_id: The customer has no tank: name the device',
      '8 details.product_id: More than one record has this name',
      '8 device_id: The customer has no tank: name the device',
    ])
    await work(import_id, 'import')
    const stored = await Promise.all(['N-1', 'N-2', 'N-3', 'N-4'].map(ordersOf))
    expect(
      stored.flat().map(({ device_id, approved, details }) => [device_id, approved, details[0].product_id]),
    ).toEqual([
      [east, 0, above.product_id],
      [first, 0, theirs.product_id],
      [second, 0, only.product_id],
      [more, 0, other.product_id],
    ])
    expect(one.product_id).not.toBe(other.product_id)
    // An existing order keeps its device, and its product belongs to its customer.
    const again = await checked(`${[SHORT, ...rows.slice(0, 4)].join('\n')}\n`, KIND)
    expect(countsOf(again.log), JSON.stringify(again.log.report)).toEqual([0, 0, 4, 0])
  })

  test('and names no other company’s device or product', async () => {
    const elsewhere = await testProduct(server, { product_name: 'Far fuel' }, stranger)
    const device_id = await tankOf(stranger, elsewhere)
    const { log } = await checked(
      `Order no,Customer,device_id,Due date,Terms,Currency,Product,Qty\nX-1,Prairie Fuels East,${device_id},2099-01-31,Net 30,USD,Far fuel,5\nX-2,Prairie Fuels East,999999,2099-01-31,Net 30,USD,Far fuel,5\n`,
      KIND,
    )
    expect(errorsOf(log)).toEqual([
      '2 device_id: Belongs to another company',
      '3 device_id: Record not found',
    ])
  })
})

test('forty lines of an order take few statements more than one', async () => {
  const own = /transaction_document|tank_|device|units_of|companies/
  const statements = async (number: string, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `${head(number)},Import diesel,${index + 1},2`)
    const { import_id } = await sent(file(...rows), KIND)
    const few = await statementsOf(own, () => work(import_id, 'check'))
    const log = await work(import_id, 'import')
    expect(countsOf(log), JSON.stringify(log.report.slice(0, 2))).toEqual([1, 0, 0, 0])
    return few
  }
  const one = await statements('S-1', 1)
  expect((await statements('S-40', 40)) - one).toBeLessThan(5)
  const [{ details }] = await ordersOf('S-40')
  expect(details.map(({ quantity }: { quantity: string }) => Number(quantity))).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
})

test('one of our own orders is identified by its number', async () => {
  const { document_number } = await testDocument(server)
  const { log } = await checked(`Number,Customer PO\n${document_number},from a file\nSO-999999,x\n`, KIND)
  expect(countsOf(log)).toEqual([0, 1, 0, 1])
  expect(errorsOf(log)).toEqual(['3 document_number: Record not found'])
})
