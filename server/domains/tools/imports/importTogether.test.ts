import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { countsOf, errorsOf, importing, statementsOf } from './testing/importing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { work, sent, checked, imported } = importing(() => server)

const parentsOf = async (like: string) => {
  const { rows } = await sql<{ company: string; parent: string | null }>`
    select c.company, p.company as parent from companies c left join companies p on p.company_id = c.parent_id
    where c.company like ${like} order by c.company`.execute(server.db)
  return rows.map(({ company, parent }) => `${company} < ${parent}`)
}

describe('a row may refer to an earlier row’s record', () => {
  const HEAD = 'Customer,Account number,Payment terms,Parent company'

  test('in the same batch of the file, also over several rows, by its name or its number', async () => {
    const file = `${HEAD}\nChain Head,CH-1,Net 30,\nChain Middle,,Net 30,Chain Head\nChain End,,Net 30,chain middle\nChain Branch,,Net 30,ch-1\nChain Lost,,Net 30,Chain Later\nChain Later,,Net 30,\n`
    const { import_id, log } = await checked(file, 'customers')
    expect(errorsOf(log)).toEqual(['6 parent_id: Record not found'])
    expect(countsOf(log)).toEqual([5, 0, 0, 1])
    await work(import_id, 'import')
    expect(await parentsOf('Chain %')).toEqual([
      'Chain Branch < Chain Head',
      'Chain End < Chain Middle',
      'Chain Head < Ullage',
      'Chain Later < Ullage',
      'Chain Middle < Chain Head',
    ])
    expect((await work(import_id, 'undo')).left).toEqual([])
    expect(await parentsOf('Chain %')).toEqual([])
  })

  test('in an earlier batch of it, when it is tested and when it is stored', async () => {
    const others = Array.from({ length: 500 }, (_, index) => `Part ${index},,No such terms,`)
    const rows = [
      ...['Part Head,,Net 30,', 'Part Middle,,Net 30,Part Head', 'Part Wrong,,No such terms,', ...others],
      ...['Part End,,Net 30,Part Middle', 'Part Orphan,,Net 30,Part Wrong'],
    ]
    const { import_id, log } = await checked(`${[HEAD, ...rows].join('\n')}\n`, 'customers')
    expect(countsOf(log)).toEqual([3, 0, 0, 502])
    const done = await work(import_id, 'import')
    expect(done).toMatchObject({ total_records_imported: 3, refused_records: 502 })
    expect(await parentsOf('Part %')).toEqual([
      'Part End < Part Middle',
      'Part Head < Ullage',
      'Part Middle < Part Head',
    ])
  })
})

test('a repeated record of an earlier batch is reported by a trial, too', async () => {
  const others = Array.from({ length: 500 }, (_, index) => `,Prairie Fuels ${index}`)
  const rows = ['twice,Prairie Fuels', ...others, 'twice,Prairie Fuels', 'TWICE,Prairie Fuels']
  const { log } = await checked(`Tag,Company\n${rows.join('\n')}\n`)
  expect(countsOf(log)).toEqual([1, 0, 1, 501])
  expect(log.report.length).toBe(100)
})

test('a row whose contact is refused only while it is stored has no effect', async () => {
  const { rows } = await sql<{ people_id: number }>`select people_id from users
    where username = 'administrator@test.example'`.execute(server.db)
  const { log } = await imported(
    'First name,Last name,Company,Job title,Email\nadministrator,Test,,Torn,torn@test.example\nWhole,Person,Prairie Fuels,Clerk,whole@test.example\n',
    'people',
  )
  expect(errorsOf(log)).toMatchObject([expect.stringContaining('2 ')])
  expect(countsOf(log)).toEqual([1, 0, 0, 1])
  const found = await sql<{ job_title: string | null }>`select job_title from people
    where people_id = ${rows[0]!.people_id}`.execute(server.db)
  expect(found.rows).toEqual([{ job_title: null }])
  const whole = await sql`select from entity_emails where email_address = 'whole@test.example'`.execute(
    server.db,
  )
  expect(whole.rows).toHaveLength(1)
})

describe('forty records take hardly more statements than one', () => {
  const MANY = 40
  /** Statements that only the records themselves need: the worker polls for events at the same time. */
  const OWN =
    /devices|sites|users|people|accounts|entity_|device_|tank_|settings|companies|savepoint|time_zone/

  async function expectFew(kind: string, head: string, row: (at: number) => string, most = 12) {
    const statements = async (from: number, count: number) => {
      const rows = Array.from({ length: count }, (_, index) => row(from + index))
      const { import_id } = await sent(`${[head, ...rows].join('\n')}\n`, kind)
      return statementsOf(OWN, async () => {
        const log = await work(import_id, 'check')
        expect(countsOf(log), JSON.stringify(log.report.slice(0, 2))).toEqual([count, 0, 0, 0])
      })
    }
    const one = await statements(1, 1)
    expect((await statements(2, MANY)) - one).toBeLessThan(most)
  }

  test('devices', async () => {
    const { public_id: _, ...same } = await exampleOf(server, devices)
    const [names, values] = [Object.keys(same), Object.values(same)]
    await expectFew('devices', ['public_id', 'latitude', 'longitude', ...names].join(','), (at) =>
      [`MANY-${at}`, `41.${at}`, '-99.5', ...values].join(','),
    )
  })

  test('sites, with their gate codes and time zones', async () => {
    await expectFew(
      'sites',
      'Name,Customer,Latitude,Longitude,Gate code',
      (at) => `Many yard ${at},Prairie Fuels,41.1,-99.5,${1000 + at}`,
    )
  })

  test('tanks', async () => {
    const { product_id } = (
      await server.as('administrator').call('POST', '/tank_products', await exampleOf(server, tank_products))
    ).body.tank_product
    const ids: number[] = []
    for (let index = 0; index <= MANY + 1; index++) {
      const { body } = await server
        .as('administrator')
        .call('POST', '/devices', { ...(await exampleOf(server, devices)), company_id: COMPANY.customer })
      ids.push(body.device.device_id)
    }
    await expectFew(
      'device_ports',
      'device_id,port_number,product_id,def_liters,metric_diameter,metric_height,metric_width,metric_length,sensor_offset',
      (at) => `${ids[at]},1,${product_id},2000,0,2000,1000,1000,10`,
    )
  })

  test('people, with contacts', async () => {
    await expectFew(
      'people',
      'First name,Last name,Company,Phone,Email',
      (at) => `Many${at},Person,Prairie Fuels,308-555-1234,many${at}@test.example`,
      16,
    )
  })

  test('users, with their people and accounts', async () => {
    await expectFew(
      'users',
      'username,password,type,company,first name,last name,phone_number,login_type_id',
      (at) => `many${at}@test.example,Vq7!pLm2xT,,Prairie Fuels,Ina,Bo,+13135550100,customer`,
    )
    const { import_id } = await imported(
      'username,password,type,company,first name,last name,phone_number,login_type_id\nwhole@test.example,Vq7!pLm2xT,,Prairie Fuels,Una,Whole,+13135550100,customer\nWHOLE@test.example,Vq7!pLm2xT,,Prairie Fuels,Una,Other,+13135550100,customer\nadministrator@test.example,Vq7!pLm2xT,,Prairie Fuels,Una,Taken,+13135550100,customer\n',
      'users',
    )
    expect(import_id).toBeGreaterThan(0)
    const { rows } = await sql`select p.last_name, a.login_type_id, u.people_id = p.people_id as is_own
      from users u join people p using (people_id) join accounts a using (user_id)
      where u.username = 'whole@test.example'`.execute(server.db)
    expect(rows).toEqual([{ last_name: 'Whole', login_type_id: 'customer', is_own: true }])
  })
})
