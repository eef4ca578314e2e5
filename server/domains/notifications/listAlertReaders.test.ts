import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { mailNotifications } from './mailNotifications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the listed receivers are the notified users; receivers whom the actor may not see are only counted', async () => {
  const { device_id } = await deviceWithTank(server)
  await sql`update people set notification_method = 'email' where first_name in ('customer', 'administrator')`.execute(
    server.db,
  )
  await sql`update people set device_filter = 'nowhere' where first_name = 'csr'`.execute(server.db)
  const readers = async (account: 'administrator' | 'customer' | 'stranger') =>
    server.as(account).call('GET', `/devices/${device_id}/alert_readers`)
  const { body } = await readers('administrator')
  const names = body.alert_readers.map(({ name }: { name: string }) => name)
  expect(names).toContain('customer Test')
  expect(names).toContain('administrator Test')
  expect(names).not.toContain('csr Test')
  expect(body.others).toBe(0)
  expect(body.alert_readers[0]).toMatchObject({ by_mail: true })
  // The same people as the rule notifies.
  const { rows } = await sql<{
    alert_id: number
  }>`insert into alerts (device_id, company_id, port_number, level, status)
    select device_id, company_id, 1, 'urgent', 'open' from devices where device_id = ${device_id} returning alert_id`.execute(
    server.db,
  )
  const { alert_id } = rows[0]!
  await sql`insert into events (name, payload) values ('alert.opened', ${JSON.stringify({ alert_id, device_id, level: 'urgent' })}::jsonb)`.execute(
    server.db,
  )
  await server.settle()
  const { rows: notified } = await sql<{
    name: string
  }>`select p.combined_name as name from user_notifications n
    join users u using (user_id) join people p using (people_id) where n.cause = ${`alert:${alert_id}`}`.execute(
    server.db,
  )
  expect(notified.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const seen = (await readers('customer')).body
  expect(seen.alert_readers.map(({ name }: { name: string }) => name)).not.toContain('administrator Test')
  expect(seen.others).toBeGreaterThan(0)
  expect((await readers('stranger')).status).toBe(404)
})

type Who = Parameters<TestServer['as']>[0]

describe('receivers are chosen by device', () => {
  let device_id: number
  const personOf = async (account: string) => {
    const { rows } = await sql<{
      people_id: number
    }>`select people_id from people where first_name = ${account}`.execute(server.db)
    return Number(rows[0]!.people_id)
  }
  const call = (who: Who, method: string, path: string, body?: object) =>
    server.as(who).call(method, `/devices/${device_id}/${path}`, body)
  const set = (who: Who, people_id: number, body: object = { by_mail: true }) =>
    call(who, 'PUT', `alert_readers/${people_id}`, body)
  const remove = (who: Who, people_id: number) => call(who, 'DELETE', `alert_readers/${people_id}`)
  const readerIn = ({ body }: { body: any }, people_id: number) =>
    body.alert_readers.find((reader: { people_id: number }) => reader.people_id === people_id)
  const rowsOf = async () =>
    (
      await sql`select people_id, method, from_level from alert_receivers where device_id = ${device_id}`.execute(
        server.db,
      )
    ).rows
  /**
   * Opens an alert.
   * @returns the notified users, and whether by mail
   */
  const notified = async (level: string): Promise<Record<string, boolean>> => {
    await sql`delete from alerts where device_id = ${device_id}`.execute(server.db)
    const { rows } = await sql<{
      alert_id: number
    }>`insert into alerts (device_id, company_id, port_number, level, status)
      select device_id, company_id, 1, ${level}, 'open' from devices where device_id = ${device_id} returning alert_id`.execute(
      server.db,
    )
    const { alert_id } = rows[0]!
    await sql`insert into events (name, payload)
      values ('alert.opened', ${JSON.stringify({ alert_id, device_id, level })}::jsonb)`.execute(server.db)
    await server.settle()
    const { rows: found } = await sql<{ name: string; mail_due: boolean }>`
      select p.first_name as name, n.mail_due from user_notifications n join users u using (user_id)
      join people p using (people_id) where n.cause = ${`alert:${alert_id}`}`.execute(server.db)
    return Object.fromEntries(found.map(({ name, mail_due }) => [name, mail_due]))
  }
  beforeEach(async () => {
    ;({ device_id } = await deviceWithTank(server))
    await sql`update people set notification_method = 'none', device_filter = null`.execute(server.db)
  })

  test('a user can get alerts by mail, in the product or not at all, and from a level on', async () => {
    const employee = await personOf('employee')
    expect(await notified('urgent')).not.toHaveProperty('employee')
    expect(
      (await call('administrator', 'GET', 'possible_alert_readers')).body.possible_alert_readers,
    ).toContainEqual(expect.objectContaining({ people_id: employee }))
    const chosen = await set('administrator', employee)
    expect(chosen.status, chosen.raw).toBe(200)
    expect(readerIn(chosen, employee)).toMatchObject({ by_mail: true, from_level: 'mild', is_chosen: true })
    expect(
      (await call('administrator', 'GET', 'possible_alert_readers')).body.possible_alert_readers,
    ).not.toContainEqual(expect.objectContaining({ people_id: employee }))
    expect(await notified('urgent')).toMatchObject({ employee: true })
    // Notifications that can wait for the digest are not mailed.
    expect(await notified('mild')).toMatchObject({ employee: false })
    await set('administrator', employee, { by_mail: false, from_level: 'urgent' })
    expect(await notified('urgent')).toMatchObject({ employee: false })
    expect(await notified('mild')).not.toHaveProperty('employee')
    expect(readerIn(await remove('administrator', employee), employee)).toBeUndefined()
    expect(await notified('urgent')).not.toHaveProperty('employee')
    expect(await rowsOf()).toEqual([])
  })

  test('a user with alerts of every device can exclude this one, and still gets the others', async () => {
    const customer = await personOf('customer')
    await sql`update people set notification_method = 'email' where people_id = ${customer}`.execute(
      server.db,
    )
    expect(await notified('urgent')).toMatchObject({ customer: true })
    await remove('administrator', customer)
    expect(await notified('urgent')).not.toHaveProperty('customer')
    const here = device_id
    ;({ device_id } = await deviceWithTank(server))
    expect(await notified('urgent')).toMatchObject({ customer: true })
    device_id = here
    await set('administrator', customer, { by_mail: false })
    expect(await notified('urgent')).toMatchObject({ customer: false })
  })

  test('a user who wants mail about this device only gets it', async () => {
    const employee = await personOf('employee')
    await sql`insert into entity_emails (object_ref, object_id, email_address, email_type, prime)
      values ('person', ${employee}, 'employee@readers.example', 'work', 1)`.execute(server.db)
    await set('administrator', employee)
    await notified('urgent')
    const context = (db: typeof server.db) => ({
      actor: systemActor,
      db,
      now: new Date(),
      encryptor: server.encryptor,
    })
    await server.db.transaction().execute((db) => mailNotifications(context(db)))
    const { rows } = await sql`select from mails where receiver = 'employee@readers.example'`.execute(
      server.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('users choose for themselves, and for others with the right to change the device', async () => {
    const [dispatcher, customer] = [await personOf('dispatcher'), await personOf('customer')]
    const own = await set('dispatcher', dispatcher, { by_mail: false })
    expect(own.status, own.raw).toBe(200)
    expect((await set('dispatcher', customer)).status).toBe(405)
    expect((await remove('dispatcher', customer)).status).toBe(405)
    expect((await set('customer_readonly', await personOf('customer_readonly'))).status).toBe(405)
    expect((await remove('dispatcher', dispatcher)).status).toBe(200)
  })

  test('users who may not see the device, or whom the actor may not see, cannot be chosen', async () => {
    const stranger = await personOf('stranger')
    const refused = await set('administrator', stranger)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field: 'people_id', rule: 'reader_sees_device' }])
    expect((await set('customer', stranger)).status).toBe(404)
    expect((await remove('customer', stranger)).status).toBe(404)
    expect((await set('stranger', stranger)).status).toBe(404)
    expect((await set('customer', await personOf('administrator'))).status).toBe(404)
    expect((await set('administrator', 99_999_999)).status).toBe(404)
    expect(await rowsOf()).toEqual([])
    const seen = await call('customer', 'GET', 'possible_alert_readers')
    expect(JSON.stringify(seen.body)).not.toContain('stranger')
    expect((await call('stranger', 'GET', 'possible_alert_readers')).status).toBe(404)
  })

  test('a choice grants no rights: a user who may no longer see the device gets nothing', async () => {
    const customer = await personOf('customer')
    await set('administrator', customer)
    expect(await notified('urgent')).toMatchObject({ customer: true })
    await sql`update accounts set limit_devices = '{999999}' where login_type_id = 'customer' and company_id = ${COMPANY.customer}`.execute(
      server.db,
    )
    expect(await notified('urgent')).not.toHaveProperty('customer')
    await sql`update accounts set limit_devices = '{}' where login_type_id = 'customer'`.execute(server.db)
    // A device that moves to another company does not take its choices along.
    await server
      .as('administrator')
      .call('PATCH', `/devices/${device_id}/move`, { company_id: COMPANY.stranger })
    expect(await rowsOf()).toEqual([])
  })

  test('repeating a call, even at once, makes one choice and one entry in the history', async () => {
    const customer = await personOf('customer')
    const responses = await Promise.all([set('administrator', customer), set('administrator', customer)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf()).toHaveLength(1)
    const { body } = await server.as('administrator').call('GET', `/devices/${device_id}/history`)
    expect(
      body.audit_entries.filter(({ action }: { action: string }) => action === 'add_reader'),
    ).toHaveLength(1)
    const removed = await Promise.all([remove('administrator', customer), remove('administrator', customer)])
    expect(removed.map(({ status }) => status)).toEqual([200, 200])
  })
})
