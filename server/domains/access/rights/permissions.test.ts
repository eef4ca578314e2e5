// Longer than other files on purpose: every way to gain rights, permitted or not, is tested from the same initial rights.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ALL } from '#server/app/testing/accessFacts.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Who = Parameters<TestServer['as']>[0]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const table of ['users', 'accounts', 'permission_templates'])
    await sql`create table ${sql.table(`first_${table}`)} as table ${sql.table(table)}`.execute(server.db)
})
afterAll(() => server.close())

/** Tests change rights: each begins with the initial ones. */
beforeEach(async () => {
  const { db } = server
  await sql`update users u set status = f.status, login_type_id = f.login_type_id
    from first_users f where f.user_id = u.user_id`.execute(db)
  await sql`delete from accounts a where not exists (select from first_accounts f where f.account_id = a.account_id)`.execute(
    db,
  )
  await sql`update accounts a set login_type_id = f.login_type_id, added_permissions = '{}', withdrawn_permissions = '{}'
    from first_accounts f where f.account_id = a.account_id`.execute(db)
  await sql`update permission_templates t set permissions = f.permissions
    from first_permission_templates f where f.login_type_id = t.login_type_id`.execute(db)
  await sql`update permissions set exempt = 0`.execute(db)
  await sql`update sessions set revoked_at = null`.execute(db)
})

const as = (who: Who) => server.as(who).call
const staff: ReturnType<typeof as> = (...args) => as('administrator')(...args)

async function userOf(name: string): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where username = ${`${name.replaceAll('_', '-')}@test.example`}`.execute(
    server.db,
  )
  return rows[0]!.user_id
}

async function templateOf(login_type_id: string): Promise<{ id: number; permissions: string[] }> {
  const { body } = await staff('GET', '/permission_templates?page_size=0')
  const found = body.permission_templates.find((template: any) => template.login_type_id === login_type_id)
  return { id: found.permission_template_id, permissions: found.permissions }
}

async function setTemplate(
  login_type_id: string,
  change: (before: string[]) => string[],
  who: Who = 'administrator',
) {
  const { id, permissions } = await templateOf(login_type_id)
  return as(who)('PATCH', `/permission_templates/${id}`, { permissions: change(permissions) })
}

const without = (permission: string) => (before: string[]) => before.filter((item) => item !== permission)
const accountOf = async (name: string, company: number = COMPANY.customer) =>
  `/users/${await userOf(name)}/company/${company}/permissions`

async function exempt(permission: string, value: 0 | 1, who: Who = 'administrator') {
  const { body } = await staff('GET', `/permissions?search=${permission}&page_size=0`)
  const { permission_id } = body.permissions.find((item: any) => item.permission === permission)
  return as(who)('PATCH', `/permissions/${permission_id}`, { exempt: value })
}

describe('the template of a login type', () => {
  test('takes effect at the next call of its users, without a new sign-in', async () => {
    const technician = as('technician')
    expect((await technician('GET', '/tags')).status).toBe(200)
    expect((await setTemplate('technician', without('tags.read'))).status).toBe(200)
    expect((await technician('GET', '/tags')).status).toBe(405)
    expect((await technician('GET', '/users/current')).body.user.permissions).not.toContain('tags.read')
    await setTemplate('technician', (before) => [...before, 'tags.read'])
    expect((await technician('GET', '/tags')).status).toBe(200)
  })

  test('is audited with granted and withdrawn permissions', async () => {
    await setTemplate('driver', (before) => [...without('tags.read')(before), 'tags.update'])
    const { id } = await templateOf('driver')
    const { body } = await staff('GET', `/permission_templates/${id}/history`)
    expect(body.audit_entries).toMatchObject([
      {
        action: 'update',
        changes: [
          { field: 'granted', after: ['tags.update'] },
          { field: 'taken', after: ['tags.read'] },
        ],
      },
    ])
  })

  test('refuses unknown permissions', async () => {
    expect(await setTemplate('driver', () => ['tanks.fly'])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'permissions.0', rule: 'choice' }] },
    })
  })

  test('refuses permissions that have no effect for the login type', async () => {
    const changed = await setTemplate('distributor', (before) => [...before, 'data_imports.create'])
    expect(changed).toMatchObject({
      status: 422,
      body: {
        errors: [{ field: 'permissions', message: 'Has no effect for this login type: data_imports.create' }],
      },
    })
    expect((await templateOf('distributor')).permissions).not.toContain('data_imports.create')
  })

  test('cannot get more than the actor has, nor be changed if it has more rights', async () => {
    expect((await setTemplate('customer', (before) => [...before, 'developer_tools.update'])).status).toBe(
      405,
    )
    expect((await setTemplate('developer', without('tags.read'))).status).toBe(405)
    expect((await setTemplate('developer', without('tags.read'), 'developer')).status).toBe(200)
    expect((await setTemplate('customer', without('tags.read'), 'customer_support')).status).toBe(405)
  })

  test('keeps the permissions that administrators need while no one else has them', async () => {
    const refused = await setTemplate('administrator', without('devices.read'))
    expect(refused.status).toBe(409)
    expect((await templateOf('administrator')).permissions).toContain('devices.read')
  })
})

describe('the permissions of one account', () => {
  test('are added and withdrawn, take effect at the next call, and are explained', async () => {
    const [path, driver] = [await accountOf('driver'), as('driver')]
    expect((await driver('GET', '/tags')).status).toBe(200)
    const body = { added: ['users.read'], withdrawn: ['tags.read'] }
    const saved = await staff('PATCH', path, body)
    expect(saved.body.account, saved.raw).toMatchObject({ ...body, login_type_id: 'driver' })
    expect(saved.body.account.permissions).toContain('users.read')
    expect((await driver('GET', '/tags')).status).toBe(405)
    expect((await driver('GET', '/users')).status).toBe(200)
    const { accounts } = (await driver('GET', '/users/current')).body.user
    expect(accounts[0].permissions).toEqual(saved.body.account.permissions)
    const explain = async (address: string) =>
      (
        await staff(
          'GET',
          `/permissions/explain?user_id=${await userOf('driver')}&method=GET&path=${address}`,
        )
      ).body.explanation
    expect(await explain('/tags')).toMatchObject({ allowed: false })
    expect((await explain('/tags')).steps).toContainEqual({
      step: 'permission',
      passed: false,
      reason: 'withdrawn',
    })
    expect((await explain('/users')).steps).toContainEqual({
      step: 'permission',
      passed: true,
      reason: 'added',
    })
  })

  test('are not changed over a concurrent change', async () => {
    const path = await accountOf('driver')
    const { updated_at } = (await staff('GET', path)).body.account
    const first = { added: ['users.read'], if_updated_at: updated_at }
    const { updated_at: moved } = (await staff('PATCH', path, first)).body.account
    const late = await staff('PATCH', path, { added: [], if_updated_at: updated_at })
    expect(late, late.raw).toMatchObject({
      status: 409,
      body: { current: { added: ['users.read'], updated_at: moved } },
    })
    expect((await staff('GET', path)).body.account.added).toEqual(['users.read'])
    const again = await staff('PATCH', path, { added: [], if_updated_at: moved })
    expect(again.status, again.raw).toBe(200)
    for (const [method, limit, body] of [
      ['POST', 'limit_devices', { devices: [] }],
      ['PATCH', 'tags', { tags: [] }],
    ] as const) {
      const at = path.replace('permissions', limit)
      const refused = await staff(method, at, { ...body, if_updated_at: updated_at })
      expect(refused.status, refused.raw).toBe(409)
    }
  })

  test('are in the history of the user', async () => {
    await staff('PATCH', await accountOf('driver'), { withdrawn: ['tags.read'] })
    const { body } = await staff('GET', `/users/${await userOf('driver')}/history`)
    expect(body.audit_entries[0]).toMatchObject({
      action: 'permit',
      changes: [
        { field: 'company_id', after: COMPANY.customer },
        { field: 'withdrawn_permissions', before: [], after: ['tags.read'] },
      ],
    })
  })

  test('change nothing if a permission is unknown, or both added and withdrawn', async () => {
    const path = await accountOf('driver')
    expect(await staff('PATCH', path, { added: ['tags.read'], withdrawn: ['tags.read'] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'withdrawn' }] },
    })
    expect((await staff('PATCH', path, { added: ['tanks.fly'] })).status).toBe(422)
    expect((await staff('GET', path)).body.account).toMatchObject({ added: [], withdrawn: [] })
  })

  test('can be granted only by users who have them, and not changed for users with more rights', async () => {
    const developer = await accountOf('developer', COMPANY.own)
    expect((await staff('PATCH', developer, { withdrawn: ['tags.read'] })).status).toBe(405)
    const driver = await accountOf('driver')
    expect((await staff('PATCH', driver, { added: ['developer_tools.update'] })).status).toBe(405)
    await setTemplate('customer_support', (before) => [...before, 'permissions.update'])
    const support = as('customer_support')
    expect((await support('PATCH', driver, { added: ['bank_accounts.read'] })).status).toBe(405)
    expect((await support('PATCH', driver, { withdrawn: ['tags.read'] })).status).toBe(200)
    expect((await support('PATCH', await accountOf('administrator', 1), { withdrawn: [] })).status).toBe(405)
    // Its own permissions cannot be changed.
    const own = await accountOf('customer_support', 1)
    expect((await support('PATCH', own, { withdrawn: ['tags.delete'] })).status).toBe(405)
    expect((await support('PATCH', own, { withdrawn: [] })).status).toBe(405)
  })

  test('are changed by the business only, for existing accounts', async () => {
    expect((await as('distributor')('GET', await accountOf('driver'))).status).toBe(405)
    expect((await staff('GET', await accountOf('driver', COMPANY.stranger))).status).toBe(404)
  })
})

describe('an exempt permission', () => {
  test('needs no grant, for login types that are let in', async () => {
    expect((await as('technician')('GET', '/subscriptions')).status).toBe(405)
    expect((await exempt('subscriptions.read', 1)).status).toBe(200)
    expect((await as('technician')('GET', '/subscriptions')).status).toBe(200)
    expect((await as('vendor')('GET', '/subscriptions')).status).toBe(405)
    const { body } = await staff(
      'GET',
      `/permissions/explain?user_id=${await userOf('technician')}&method=GET&path=/subscriptions`,
    )
    expect(body.explanation.steps).toContainEqual({
      step: 'permission',
      passed: true,
      reason: 'exempt_permission',
    })
    expect((await exempt('subscriptions.read', 0)).status).toBe(200)
    expect((await as('technician')('GET', '/subscriptions')).status).toBe(405)
  })

  test('never gives rights itself', async () => {
    for (const permission of ['users.update', 'users.impersonate', 'permissions.update'])
      expect(await exempt(permission, 1)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'exempt' }] },
      })
    expect((await exempt('tags.read', 1, 'customer_support')).status).toBe(405)
  })
})

describe('the last administrator', () => {
  const administrator = async () => `/users/${await userOf('administrator')}`

  test('cannot be deactivated, deleted, given another login type, or deprived of a right', async () => {
    for (const call of [
      () => as('developer')('PATCH', path, { status: 0 }),
      () => as('developer')('DELETE', path),
      () => as('developer')('PATCH', path, { login_type_id: 'employee' }),
      () => as('developer')('PATCH', '/users/bulk', { items: [{ id }], changes: { status: 0 } }),
      () => as('developer')('PATCH', `${path}/company/1/permissions`, { withdrawn: ['permissions.update'] }),
    ] as const) {
      const response = await call()
      expect([409, 422], response.raw).toContain(response.status)
      expect(response.raw).toContain('At least one user must have all administrator permissions')
    }
    expect((await staff('GET', path)).body.user).toMatchObject({ status: 1, login_type_id: 'administrator' })
  })

  let path = ''
  let id = 0
  beforeEach(async () => {
    path = await administrator()
    id = await userOf('administrator')
  })

  test('can be removed once there is another administrator', async () => {
    const other = await userOf('employee')
    await as('developer')('PATCH', `/users/${other}`, { login_type_id: 'administrator' })
    expect((await as('developer')('PATCH', path, { status: 0 })).status).toBe(200)
    expect((await as('developer')('PATCH', `/users/${other}`, { status: 0 })).status).toBe(409)
  })

  test('remains when two administrators deactivate each other at once', async () => {
    const other = await userOf('employee')
    await as('developer')('PATCH', `/users/${other}`, { login_type_id: 'administrator' })
    const responses = await Promise.all([
      as('administrator')('PATCH', `/users/${other}`, { status: 0 }),
      as('employee')('PATCH', path, { status: 0 }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).not.toEqual([200, 200])
  })
})

describe('no one hands out more than they have', () => {
  test('by a login type', async () => {
    const technician = `/users/${await userOf('technician')}`
    const to = (who: Who, login_type_id: string) => as(who)('PATCH', technician, { login_type_id })
    expect((await to('customer', 'dispatcher')).status).toBe(405)
    expect((await to('customer', 'distributor')).status).toBe(405)
    expect((await to('customer_support', 'administrator')).status).toBe(405)
    expect((await to('customer_support', 'employee')).status).toBe(405)
    expect((await to('customer', 'driver')).status).toBe(405)
    expect((await to('customer', 'producer')).status).toBe(200)
    expect((await to('distributor', 'customer')).status).toBe(200)
  })

  test('nor a login type that decides about orders by actors who only order, regardless of added permissions', async () => {
    const technician = `/users/${await userOf('technician')}`
    const missing = [
      'tank_products.create',
      'tank_products.update',
      'transaction_documents.update',
      'shipment_planners.update',
      'configuration.read',
      'bank_accounts.read',
      'chart_of_accounts.read',
    ]
    const granted = await staff('PATCH', await accountOf('customer'), { added: missing })
    expect(granted.status, granted.raw).toBe(200)
    expect((await as('customer')('PATCH', technician, { login_type_id: 'dispenser_mgr' })).status).toBe(405)
    expect((await as('customer')('PATCH', technician, { login_type_id: 'customer' })).status).toBe(200)
    await staff('PATCH', technician, { login_type_id: 'technician' })
    await staff('PATCH', await accountOf('customer'), { added: [] })
  })

  test.each([
    ['administrator', COMPANY.branch],
    ['customer_support', COMPANY.branch],
    ['distributor', COMPANY.branch],
    ['customer', COMPANY.branch],
  ] as const)('and %s is offered only what they may hand out', async (who, company) => {
    const user_id = await userOf('customer_readonly')
    const { may_give } = (await as(who)('GET', '/users/current')).body.user
    const offered: string[] = []
    for (const login_type_id of ALL) {
      const { status, raw } = await as(who)('POST', `/companies/${company}/users`, { user_id, login_type_id })
      expect([200, 405], raw).toContain(status)
      if (status !== 200) continue
      offered.push(login_type_id)
      await staff('DELETE', `/companies/${company}/users/${user_id}`)
    }
    expect(may_give.toSorted()).toEqual(offered.toSorted())
    expect(offered).toContain('customer_readonly')
  })

  test('and is offered nothing if they create no users, or see only some devices', async () => {
    const offered = async (who: Who) => (await as(who)('GET', '/users/current')).body.user.may_give
    expect(await offered('driver')).toEqual([])
    expect(await offered('customer')).toContain('customer')
    const { db } = server
    await sql`update accounts set limit_devices = '{1}' where user_id = ${await userOf('customer')}`.execute(
      db,
    )
    await server.forgetRights()
    expect(await offered('customer')).toEqual([])
    await sql`update accounts set limit_devices = '{}' where user_id = ${await userOf('customer')}`.execute(
      db,
    )
    await server.forgetRights()
  })

  test('nor changes users with more rights, because of added permissions', async () => {
    const technician = `/users/${await userOf('technician')}`
    expect((await as('customer')('PATCH', technician, { last_name: 'One' })).status).toBe(200)
    const granted = await staff('PATCH', await accountOf('technician'), { added: ['devices.delete'] })
    expect(granted.status, granted.raw).toBe(200)
    expect((await as('customer')('PATCH', technician, { last_name: 'Two' })).status).toBe(405)
    expect((await as('customer')('POST', `${technician}/qr`, {})).status).toBe(405)
    expect((await as('distributor')('DELETE', technician)).status).toBe(405)
  })

  test('nor users who also work at companies that they do not see', async () => {
    const technician = await userOf('technician')
    await staff('POST', `/companies/${COMPANY.stranger}/users`, { user_id: technician })
    const response = await as('distributor')('PATCH', `/users/${technician}`, { password: 'Right#Quay26' })
    expect(response.status).toBe(405)
  })
})
