import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { countsOf, errorsOf, importing } from './testing/importing.ts'

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
    const others = Array.from({ length: 500 }, (_, at) => `F-${at},nowhere,2099-01-31,Net 30,USD,No,,,,`)
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

test('an order of ours is identified by its own number', async () => {
  const { document_number } = await testDocument(server)
  const { log } = await checked(`Number,Customer PO\n${document_number},from a file\nSO-999999,x\n`, KIND)
  expect(countsOf(log)).toEqual([0, 1, 0, 1])
  expect(errorsOf(log)).toEqual(['3 document_number: Record not found'])
})
