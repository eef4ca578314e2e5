import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resolveReferences } from '#server/app/testing/resolveReferences.ts'
import { startTestMailServer, type TestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { ADMINISTRATOR, makeDevice, type Product, signIn, startProduct } from './product.ts'

/** Names of calls, parameters and fields that are secret or lead to a secret. */
const SOUNDS_SECRET =
  /password|secret|(^|_)token$|^code$|recovery_code|rfid|(^|_)qr(_|$)|badge|_key$|challenge|account_number|routing_number|^link$|totp|passkey|credential/
/** Names that match and are not secret. The test below must create everything else. */
const NO_SECRET = [
  /^(GET|PATCH) \/settings(\/\{setting_key\})?$/,
  /^(GET|PATCH) \/permissions(\/\{permission_id\})?$/,
  /^(POST|PATCH) \/currencies(\/\{currency_id\})?$/,
  // The number of an account at a company, such as a customer's: it is on every invoice.
  /^\w+ \/(companies|customers|distributors|vendors|manufacturers|shipping_carriers)(\/\{company_id\}(\/logo)?)?$/,
  // The id by which a network names a device.
  /^\w+ \/connections\/(try|\{connection_id\}\/(devices|unread|read_again))$/,
  // It reports since when there is one.
  /^GET \/(me|users\/\{user_id\})\/second_factor$/,
  // Takes the id of a passkey of a real authenticator; a browser test makes those.
  /^(PATCH|DELETE) \/me\/passkeys\/\{passkey_id\}$/,
]
/** Calls that take a secret although their document does not name it. */
const BESIDES = ['POST /data_import_logs', 'POST /uplink']

const planted = new Map<string, string>()
/** Records a secret that was sent or received; each is searched for afterwards. */
function plant(what: string, value: string): string {
  expect(value.length, what).toBeGreaterThanOrEqual(8)
  planted.set(value, what)
  return value
}

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-planted-'))
const backups = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-planted-backup-'))
let product: Product
let post: TestMailServer
let token: string
let sounding: string[]
const made = new Set<string>()
let keys = 0

interface Sent {
  params?: Record<string, string | number>
  query?: string
  body?: object | FormData | string
  as?: string | null
  headers?: Record<string, string>
}

/** Makes a call by its line in the document, each POST with an idempotency key, and counts the line as called. */
async function call(line: string, { params = {}, query = '', body, as = token, headers }: Sent = {}) {
  made.add(line)
  const [method, template] = line.split(' ') as [string, string]
  const place = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  keys += 1
  const response = await fetch(`${product.url}/api${place}${query}`, {
    method,
    headers: {
      'x-api-key': 'ullage-web',
      ...(method === 'POST' && { 'idempotency-key': `planted-${keys}` }),
      ...(as && { authorization: as.includes(' ') ? as : `Bearer ${as}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as any }
}

/** The same for a call that must succeed. */
/** The steps of an import, each with the status after it. */
const IMPORT_STEPS = [
  ['check', 'checked'],
  ['import', 'imported'],
  ['undo', 'undone'],
] as const

/** Waits until the worker has finished a step. */
async function importIs(params: Record<string, string | number>, status: string): Promise<void> {
  await expect
    .poll(async () => (await done('GET /data_import_logs/{import_id}', { params })).data_import_log.status)
    .toBe(status)
}

async function done(line: string, sent: Sent = {}): Promise<any> {
  const { status, body } = await call(line, sent)
  expect(status, `${line} ${JSON.stringify(body)}`).toBe(200)
  return body
}

const basic = (username: string, password: string) =>
  plant(
    `basic credentials of ${username}`,
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  )

async function login(username: string, password: string) {
  const { body } = await call('GET /authenticate/login', { as: basic(username, password) })
  return opened(body)
}

/** The result of a sign-in: a session, or the challenge of a second step. */
function opened({ token: session, second_factor }: any): string {
  return session
    ? plant('a session', session)
    : plant('a challenge', second_factor?.challenge ?? 'nothing came')
}

/** The code in a new mail to a recipient, as the mail server reads it; it refuses the mail for now. */
async function linkIn(receiver: string): Promise<string> {
  return vi.waitFor(
    () => {
      const codes = post.received
        .filter(({ to }) => to.includes(receiver))
        .flatMap(({ mail }) => /session\/\w+\/([\w-]{20,})/.exec(mail.text ?? '')?.[1] ?? [])
      const code = codes.find((item) => !planted.has(item))
      expect(code).toBeDefined()
      return plant(`code mailed to ${receiver}`, code!)
    },
    { timeout: 20_000, interval: 100 },
  )
}

beforeAll(async () => {
  plant('password of the mail server', 'Planted-Smtp-Pass-1')
  plant('token of the figures', 'Planted-Metrics-Token-1')
  plant('first password', ADMINISTRATOR.ADMIN_PASSWORD)
  post = await startTestMailServer({ username: 'planted', password: 'Planted-Smtp-Pass-1' })
  post.repeats = true
  product = await startProduct({
    ...ADMINISTRATOR,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    // It refuses mails for now, so they stay in the outbox.
    SMTP_URL: post.url,
    METRICS_TOKEN: 'Planted-Metrics-Token-1',
  })
  token = await login(ADMINISTRATOR.ADMIN_USERNAME, ADMINISTRATOR.ADMIN_PASSWORD)
  const document = await fetch(`${product.url}/api/openapi.json`)
  sounding = linesOf(resolveReferences((await document.json()) as Parameters<typeof linesOf>[0]))
})
afterAll(async () => {
  product.process.kill('SIGTERM')
  await product.ended
  await post.close()
  for (const folder of [dataDir, backups]) fs.rmSync(folder, { recursive: true, force: true })
})

function linesOf({ paths }: { paths: Record<string, Record<string, any>> }): string[] {
  return Object.entries(paths).flatMap(([place, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const names = new Set<string>(place.split(/[/{}]/))
      for (const { name } of operation.parameters) names.add(name)
      collectNames(operation.requestBody, names)
      const answer = new Set<string>()
      collectNames(operation.responses[200], answer)
      // Every response has its status as `code`.
      answer.delete('code')
      const isSounding = [...names, ...answer].some((name) => SOUNDS_SECRET.test(name))
      return isSounding ? [`${method.toUpperCase()} ${place}`] : []
    }),
  )
}

function collectNames(schema: unknown, names: Set<string>): void {
  if (schema === null || typeof schema !== 'object') return
  const { properties } = schema as { properties?: Record<string, unknown> }
  for (const name of Object.keys(properties ?? {})) names.add(name)
  for (const part of Object.values(schema)) collectNames(part, names)
}

const current_password = ADMINISTRATOR.ADMIN_PASSWORD
const PERSON = { first_name: 'Paula', last_name: 'Person', phone_number: '+13135550100' }

async function plantPasswords() {
  const [first, second, third] = ['Planted#Pass1', 'Planted#Pass2', 'Planted#Pass3'].map((item) =>
    plant('a password', item),
  ) as [string, string, string]
  const username = 'sown-user@test.example'
  const own = { ...PERSON, username, login_type_id: 'employee', company_id: 1 }
  await call('POST /users', { body: `{"password": "${first}", "broken` })
  await call('POST /users', { body: { ...own, password: first, confirm_password: first, phone_number: 'x' } })
  const { user } = await done('POST /users', { body: { ...own, password: first, confirm_password: first } })
  const { user_id } = user
  const changed = { password: second, confirm_password: second, current_password }
  await done('PATCH /users/{user_id}', { params: { user_id }, body: changed })
  const session = await login(username, second)
  await call('GET /authenticate/login', { as: basic(username, plant('a wrong password', 'Planted#Wrong1')) })
  await call('POST /me/unlock', { as: session, body: { password: second } })
  const change = { current_password: second, password: third, confirm_password: third }
  await done('PATCH /me/password', { as: session, body: change })
  return { user_id, username, password: third, session }
}

type User = Awaited<ReturnType<typeof plantPasswords>>

async function plantFactors({ session, username, password }: User) {
  const as = session
  const current = { current_password: password }
  const { totp } = await done('POST /me/second_factor/totp', { as, body: current })
  const app = new TOTP({ secret: plant('secret of an app', totp.secret) })
  plant('address of an app', totp.uri)
  const first = await done('POST /me/second_factor/totp/confirm', { as, body: { code: app.generate() } })
  for (const code of first.recovery_codes) plant('a recovery code', code)
  const again = await done('POST /me/second_factor/recovery_codes', { as, body: current })
  for (const code of again.recovery_codes) plant('a recovery code', code)
  const challenge = await login(username, password)
  const code = again.recovery_codes[0]
  const second = { challenge, method: 'recovery', code }
  const inside = await done('POST /authenticate/second_factor', { as: null, body: second })
  opened(inside)
  await call('POST /authenticate/second_factor/passkey', { as: null, body: { challenge } })
  const options = await done('POST /me/passkeys/options', { as, body: current })
  plant('challenge of a passkey', options.challenge)
  const response = { id: plant('answer of a passkey', 'Planted-Credential-1'), response: {} }
  await call('POST /me/passkeys', { as, body: { challenge: options.challenge, response, name: 'Key' } })
  const request = await done('POST /authenticate/passkey/options', { as: null, body: {} })
  plant('challenge of the sign-in', request.challenge)
  await call('POST /authenticate/passkey', { as: null, body: { challenge: request.challenge, response } })
  await call('DELETE /me/second_factor/totp', { as, body: current })
}

async function plantBadges({ user_id }: User) {
  const params = { user_id }
  const rfid = plant('a badge', '04A2B3C4D5E6F7')
  await call('POST /users/{user_id}/rfid', { params, body: { rfid, current_password } })
  const issued = await done('POST /users/{user_id}/qr', { params, body: { current_password } })
  const qr_code = plant('a QR code', issued.qr_code)
  await call('GET /users/{user_id}/badges', { params })
  await call('GET /scan/{kind}', { params: { kind: 'user_qr_code' }, query: `?code=${qr_code}` })
  for (const [line, body] of [
    ['POST /authenticate/rfid', { rfid }],
    ['POST /authenticate/qr', { qr_code }],
  ] as const) {
    const inside = await done(line, { as: null, body: body })
    opened(inside)
  }
  await call('POST /authenticate/rfid', {
    as: null,
    body: { rfid: plant('a strange badge', '04FFEEDDCCBBAA') },
  })
  await call('DELETE /users/{user_id}/rfid', { params })
  await call('DELETE /users/{user_id}/qr', { params })
}

async function plantApiKeys() {
  const body = {
    name: 'Planted',
    reads: ['devices', 'tags'],
    expires_at: '2999-01-01T00:00:00Z',
    current_password,
  }
  const { api_key, secret } = await done('POST /me/api_keys', { body })
  plant('an API key', secret)
  await done('GET /devices', { as: secret })
  await done('GET /search', { as: secret, query: '?search=Planted' })
  expect(
    (await call('GET /devices', { as: plant('a wrong API key', `${secret.slice(0, -4)}0000`) })).status,
  ).toBe(401)
  const { address } = await done('POST /me/calendar', { body: { current_password } })
  const calendar = plant('the token of a calendar', address.split('/').at(-1).replace('.ics', ''))
  await done('GET /calendar/{token}', { as: null, params: { token: `${calendar}.ics` } })
  for (const line of ['GET /me/api_keys', 'GET /api_keys', 'GET /api_keys/export']) await call(line)
  await done('GET /api_keys/{api_key_id}', { params: api_key })
  await call('POST /api_keys/{api_key_id}/revoke', { params: api_key })
}

async function plantWebhook() {
  const body = {
    name: 'Planted',
    url: 'https://erp.example.com/',
    event_types: ['order.changed'],
    status: 'disabled',
  }
  const { webhook: params } = await done('POST /webhooks', { body })
  const { secret } = await done('POST /webhooks/{webhook_id}/secret', { params })
  plant('a signing secret', secret.slice('whsec_'.length))
  await done('GET /webhooks/{webhook_id}', { params })
  const chat = plant('the address of a chat', 'https://hooks.slack.com/services/T0/B0/PlantedAddress')
  const slack = await done('POST /webhooks', {
    body: { ...body, url: chat, format: 'slack', event_types: ['alert.opened'] },
  })
  await done('PATCH /webhooks/{webhook_id}', {
    params: slack.webhook,
    body: {
      url: plant('a changed address of a chat', 'https://hooks.slack.com/services/T0/B0/PlantedOther'),
    },
  })
  await call('POST /webhooks/{webhook_id}/test', { params: slack.webhook })
}

async function plantPush() {
  await done('GET /me/channels')
  const endpoint = plant('a push endpoint', 'https://push.example.com/send/PlantedEndpoint1')
  const p256dh = plant('a key of a browser', `B${'PlantedKey'.repeat(8)}123456`)
  const auth = plant('a push secret', 'PlantedPushAuth1234567')
  await done('PUT /me/push_subscription', { body: { endpoint, keys: { p256dh, auth } } })
  await call('POST /me/channels/{channel}/test', { params: { channel: 'push' } })
  await done('DELETE /me/push_subscription', { body: { endpoint } })
  await done('PUT /me/push_subscription', { body: { endpoint, keys: { p256dh, auth } } })
}

async function plantIdentityProvider() {
  const client_secret = plant('a client secret', 'Planted-Client-Secret-9')
  const body = {
    name: 'Planted',
    company_id: 1,
    issuer: 'https://login.example.com',
    client_id: 'ullage',
    client_secret,
    domains: ['planted.example'],
  }
  const { identity_provider: params } = await done('POST /identity_providers', { body })
  await done('GET /identity_providers/{identity_provider_id}', { params })
  await done('PATCH /identity_providers/{identity_provider_id}', {
    params,
    body: { client_secret: plant('a changed client secret', 'Planted-Client-Secret-10') },
  })
  const startRequest = { email: 'user@planted.example' }
  await call('POST /authenticate/single_sign_on', { as: null, body: startRequest })
  const returned = `?state=forged&code=${plant('a code of a provider', 'Planted-Provider-Code')}`
  await call('POST /authenticate/single_sign_on/finish', { as: null, body: { returned } })
}

async function plantLinks({ username, user_id }: User) {
  const anybody = { as: null }
  await call('POST /authenticate/request_reset', { ...anybody, body: { username } })
  const code = await linkIn(username)
  await call('GET /authenticate/request_reset/{code}', { ...anybody, params: { code } })
  const password = plant('a password by a link', 'Planted#Reset1')
  const chosen = { code, password, confirm_password: password }
  expect((await call('POST /authenticate/reset_password', { ...anybody, body: chosen })).status).toBe(200)
  // This one is never used: it stays in the outbox until the end.
  await call('POST /authenticate/request_reset', { ...anybody, body: { username } })
  await linkIn(username)

  await call('PATCH /settings', { body: { sign_up: 1 } })
  const newcomer = { ...PERSON, company: 'Newcomers', username: 'sown-new@test.example' }
  const own = plant('a password of a sign-up', 'Planted#Sign1')
  await call('POST /authenticate/sign_up', {
    ...anybody,
    body: { ...newcomer, password: own, confirm_password: own },
  })
  const confirming = await linkIn(newcomer.username)
  await call('GET /authenticate/confirm_email/{code}', { ...anybody, params: { code: confirming } })
  await call('POST /authenticate/confirm_email', { ...anybody, body: { code: confirming } })

  const { person } = await done('POST /people', {
    body: { first_name: 'In', last_name: 'Vited', company_id: 1 },
  })
  const invite = await done('POST /people/{people_id}/invite', {
    params: person,
    body: { login_type_id: 'employee' },
  })
  const invitation = plant('an invitation', new URL(invite.invite.link).pathname.split('/')[3]!)
  await call('GET /authenticate/invite/{token}', { ...anybody, params: { token: invitation } })
  const theirs = plant('a password by an invitation', 'Planted#Invi1')
  const accepted = {
    username: 'sown-invited@test.example',
    password: theirs,
    confirm_password: theirs,
    phone_number: '+13135550100',
  }
  await call('POST /authenticate/invite/{token}', {
    ...anybody,
    params: { token: invitation },
    body: accepted,
  })

  const invited = await done('POST /invitations', {
    body: {
      ...{ first_name: 'Also', last_name: 'Invited', company_id: 1, login_type_id: 'employee' },
      email_address: 'also-invited@test.example',
    },
  })
  plant('an invitation of a new person', new URL(invited.invite.link).pathname.split('/')[3]!)

  const setup = { token: plant('a set-up link', 'Planted-Setup-Token-0123456789') }
  await call('GET /authenticate/setup/{token}', { ...anybody, params: setup })
  await call('POST /authenticate/setup/{token}', {
    ...anybody,
    params: setup,
    body: { ...PERSON, username: newcomer.username, password: own, confirm_password: own },
  })
  const other = await done('GET /authenticate/login_as/{user_id}', { params: { user_id } })
  plant('session as another', other.token)
}

async function plantRecords() {
  const number = plant('an account number', 'PLANTED00112233445566')
  const routing_number = plant('a routing number', 'PLANTED021000021')
  const account = { account_name: 'Planted', bank_name: 'Planted', account_number: number, routing_number }
  const { bank_account: params } = await done('POST /bank_accounts', { body: account })
  const account_number = plant('a changed account number', 'PLANTED99887766554433')
  await call('PATCH /bank_accounts/{account_id}', { params, body: { account_number } })
  await call('GET /bank_accounts')
  await call('GET /bank_accounts/{account_id}', { params })
  await call('POST /bank_accounts/{account_id}/reveal', { params })
  const items = [{ id: params.account_id }]
  const changes = { account_number: plant('a number in a call over many', 'PLANTED77777777') }
  await call('PATCH /bank_accounts/bulk', { body: { items, changes } })
  await call('POST /bank_accounts/bulk_delete', { body: { items } })

  const files: [string, string][] = [
    [
      'users',
      `username,password,first_name,last_name,phone_number,login_type_id,company_id\nsown-sheet@test.example,${plant('a password in a file', 'Planted#File1')},A,B,+13135550100,employee,1\nx,${plant('a refused password in a file', 'Planted#File2 too long')},A,B,1,employee,1`,
    ],
    [
      'bank_accounts',
      `account_name,bank_name,account_number\nFile,File,${plant('an account number in a file', 'PLANTEDFILE123456789')}`,
    ],
  ]
  for (const [resource, text] of files) {
    const form = new FormData()
    form.append('file', new Blob([text]), 'planted.csv')
    const { data_import_log: params } = await done('POST /data_import_logs', {
      query: `?resource=${resource}`,
      body: form,
    })
    // Mapping columns and taking back an import both read the file and its rows, which are stored for a while.
    const field_mappings = params.field_mappings.map(
      ({ position, table_field }: Record<string, unknown>) => ({
        position,
        table_field,
      }),
    )
    await done('PATCH /data_import_logs/{import_id}', { params, body: { field_mappings } })
    for (const [step, status] of IMPORT_STEPS) {
      if (resource === 'users' && step !== 'check') continue
      await done(`POST /data_import_logs/{import_id}/${step}`, { params })
      await importIs(params, status)
    }
    if (resource === 'users') await plantCorrected(params)
  }

  const steward = await signIn(product)
  const device = await makeDevice(steward, 'planted-device')
  const { device_key } = await done('PATCH /devices/{device_id}/reprovision', { params: device, body: {} })
  for (const key of [plant('a key of a device', device.device_key), plant('a key of a device', device_key)]) {
    const headers = { 'x-device-key': key }
    await call('POST /uplink', { as: null, headers, body: { records: [] } })
  }
  const network = await done('POST /connections', { body: { name: 'planted', company_id: 1 } })
  const { address } = await done('PATCH /connections/{connection_id}/address', {
    params: network.connection,
    body: {},
  })
  const intake = plant('the token of a connection', address.split('/').at(-1))
  await done('POST /intake/{token}', { as: null, params: { token: intake }, body: { end_device_ids: {} } })
  const { iot_device_types } = await steward('GET', '/device_types?options=1')
  const { mobile_providers } = await steward('GET', '/mobile_providers?options=1')
  const form = new FormData()
  const sheet = `public_id,device_type_id,mobile_provider_id,company_id\nplanted-sheet,${iot_device_types[0].device_type_id},${mobile_providers[0].mobile_provider_id},1`
  form.append('file', new Blob([sheet]), 'devices.csv')
  const { data_import_log } = await done('POST /data_import_logs', { query: '?resource=devices', body: form })
  for (const [step, status] of IMPORT_STEPS.slice(0, 2)) {
    await done(`POST /data_import_logs/{import_id}/${step}`, { params: data_import_log })
    await importIs(data_import_log, status)
  }
  const imported = await done('PATCH /data_import_logs/{import_id}/keys', {
    params: data_import_log,
    body: {},
  })
  plant('a key of an imported device', imported.device_keys[0].device_key)
  plant('a token in an address', 'Planted-Query-Token-1')
  await call('GET /tags', { query: '?token=Planted-Query-Token-1' })
}

/** Resends the refused rows of an import with another password, and stops the import. */
async function plantCorrected(params: Record<string, string | number>) {
  const refused = await fetch(`${product.url}/api/data_import_logs/${params['import_id']}/refused`, {
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${token}` },
  })
  const rows = (await refused.text()).replace(
    /Planted#File2[^,"\n]*|\[secret\]/,
    plant('a corrected password in a file', 'Planted#File3'),
  )
  expect(rows).toContain('Planted#File3')
  const form = new FormData()
  form.append('file', new Blob([rows]), 'corrected.csv')
  await done('POST /data_import_logs/{import_id}/corrected', { params, body: form })
  // It may have ended by then, which refuses the call.
  await call('POST /data_import_logs/{import_id}/stop', { params })
}

/** A secret in plain text, and in common encodings. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
  return [...new Set(forms)]
}

function foundIn(place: string, text: string): string[] {
  return [...planted].flatMap(([secret, what]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [`${what} (${secret}) in ${place}`] : [],
  )
}

/** Searches every column of every table, also long and compressed values. */
async function searchTables(): Promise<string[]> {
  const client = new pg.Client({
    host: path.join(dataDir, 'run'),
    user: 'postgres',
    database: 'postgres',
    password: fs.readFileSync(path.join(dataDir, 'database.password'), 'utf8').trim(),
  })
  await client.connect()
  const found: string[] = []
  const { rows: columns } = await client.query<{ table: string; name: string }>(
    `select c.oid::regclass::text as table, a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  )
  expect(columns.length).toBeGreaterThan(500)
  for (const { table, name } of columns) {
    const { rows } = await client.query(`select "${name}" as value from ${table} where "${name}" is not null`)
    const texts = rows.map(({ value }) =>
      Buffer.isBuffer(value)
        ? value.toString('latin1')
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
    )
    found.push(...foundIn(`${table}.${name}`, texts.join('\n')))
  }
  await client.end()
  return found
}

/** Searches a manual backup of the running product. */
function searchBackup(): string[] {
  const file = path.join(backups, 'planted.backup')
  const main = path.join(projectRoot, 'server/app/main.ts')
  const backup = spawnSync(process.execPath, ['--import', 'tsx', main, 'backup', file], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(backup.status, backup.stderr).toBe(0)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  return foundIn('the backup', gunzipSync(fs.readFileSync(file)).toString('latin1'))
}

function searchFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const bytes = fs.readFileSync(file)
    return [...planted].flatMap(([secret, what]) =>
      bytes.includes(secret) ? [`${what} (${secret}) in ${path.relative(folder, file)}`] : [],
    )
  })
}

test('no secret that was sent or handed out is in plain text in a table, a file, a backup or a log line', async () => {
  const user = await plantPasswords()
  await plantFactors(user)
  await plantBadges(user)
  await plantApiKeys()
  await plantWebhook()
  await plantPush()
  await plantIdentityProvider()
  await plantLinks(user)
  await plantRecords()

  const needed = [...sounding, ...BESIDES].filter((line) => !NO_SECRET.some((item) => item.test(line)))
  expect(
    needed.filter((line) => !made.has(line)),
    'calls with secrets that were not planted: add them above',
  ).toEqual([])
  expect(planted.size).toBeGreaterThan(50)

  const tables = await searchTables()
  const backup = searchBackup()
  const log = foundIn('the log', product.output())
  expect(product.output()).toContain('"level"')
  product.process.kill('SIGTERM')
  await product.ended
  await post.close()
  expect([...tables, ...backup, ...log, ...searchFiles(dataDir)]).toEqual([])
})
