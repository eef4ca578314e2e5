import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInByBadge } from '#server/domains/access/signIn/signInByBadge.ts'
import { newUser } from '#server/domains/access/testing/signInAs.ts'
import { systemActor } from '#server/platform/context.ts'
import { decryptIfPossible, openEncryptor } from '#server/platform/encryptor.ts'
import { startTestServer, type TestServer } from '../testing/startTestServer.ts'
import { ENCRYPTED_COLUMNS, reencryptSecrets } from './reencryptSecrets.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const sealOf = (SEAL_KEY: string, SEAL_KEY_OLD?: string) =>
  openEncryptor({ SEAL_KEY, SEAL_KEY_OLD, dataDir: '/nowhere' })
const [FIRST, NEXT, LOST] = [keyOf(11), keyOf(12), keyOf(13)]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SEAL_KEY: FIRST })
})
afterAll(() => server.close())

test('every encrypted column is listed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed'`.execute(server.db)
  expect(ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  )
})

test('a new key re-encrypts all texts of an earlier one, which then decrypts nothing', async () => {
  const { user_id } = await newUser(server, { username: 'rotated@test.example' })
  const [first, both, next, lost] = [sealOf(FIRST), sealOf(NEXT, FIRST), sealOf(NEXT), sealOf(LOST)]
  const db = server.db
  const purposes: Record<string, string> = {
    'totp_secrets.sealed': `totp:${user_id}`,
    'bank_accounts.account_number_sealed': 'bank_accounts.account_number',
    'bank_accounts.routing_number_sealed': 'bank_accounts.routing_number',
    'sites.gate_code_sealed': 'sites.gate_code',
    'mails.link_sealed': 'mails.link',
    'webhooks.secret_sealed': 'webhooks.secret',
    'push_keys.private_key_sealed': 'push_keys.private_key',
    'push_subscriptions.subscription_sealed': 'push_subscriptions.subscription',
    'identity_providers.client_secret_sealed': 'identity_providers.client_secret',
    'undo_entries.records_sealed': 'undo_entries.records',
    'idempotency_keys.answer_sealed': 'idempotency_keys.answer',
    'data_import_logs.preview_sealed': 'data_import_logs.sheet',
    'data_import_logs.sheet_sealed': 'data_import_logs.sheet',
    'data_import_logs.file_sealed': 'data_import_logs.sheet',
    'import_batches.rows_sealed': 'data_import_logs.sheet',
    'import_batches.outcome_sealed': 'data_import_logs.sheet',
  }
  const close = (name: string) => first.encrypt(`what ${name} holds`, purposes[name]!)
  await sql`insert into totp_secrets (user_id, sealed) values (${user_id}, ${close('totp_secrets.sealed')})`.execute(
    db,
  )
  await sql`insert into mails (receiver, subject, html, body, link_sealed, language)
    select 'a@test.example', 'S', '', '[[link]]', ${close('mails.link_sealed')}, 'en'`.execute(db)
  for (let n = 0; n < 45; n += 1)
    await sql`insert into idempotency_keys (user_id, key, request_hash, answer_sealed)
      values (${user_id}, ${`k${n}`}, ${first.digest('x', 'y')}, ${close('idempotency_keys.answer_sealed')})`.execute(
      db,
    )
  await sql`insert into sites (name, company_id, gate_code_sealed)
    values ('Yard', 1, ${close('sites.gate_code_sealed')})`.execute(db)
  await sql`insert into webhooks (name, url, event_types, user_id, company_id, secret_sealed)
    values ('ERP', 'https://erp.example.com', '[]', ${user_id}, 1, ${close('webhooks.secret_sealed')})`.execute(
    db,
  )
  await sql`insert into identity_providers (name, company_id, issuer, client_id, client_secret, client_secret_sealed, domains,
      user_id, saved_by_login_type, saved_by_permissions)
    values ('ID', 1, 'https://login.example.com', 'ullage', '••••', ${close('identity_providers.client_secret_sealed')}, '[]',
      ${user_id}, 'administrator', '{}')`.execute(db)
  await sql`insert into undo_entries (user_id, resource, action, records_sealed)
    values (${user_id}, 'tags', 'update', ${close('undo_entries.records_sealed')})`.execute(db)
  await sql`with log as (insert into data_import_logs (file_name, resource, preview_sealed, sheet_sealed, file_sealed)
      values ('a.csv', 'tags', ${close('data_import_logs.preview_sealed')}, ${close('data_import_logs.sheet_sealed')},
        ${close('data_import_logs.file_sealed')}) returning import_id)
    insert into import_batches (import_id, batch, row_count, rows_sealed, outcome_sealed)
    select import_id, 0, 1, ${close('import_batches.rows_sealed')}, ${close('import_batches.outcome_sealed')} from log`.execute(
    db,
  )
  const created = await server.as('administrator').call('POST', '/bank_accounts', {
    account_name: 'Rotated',
    bank_name: 'B',
    account_number: '000123456789',
    routing_number: '021000021',
  })
  expect(created.status, created.raw).toBe(200)
  await sql`insert into push_keys (public_key, private_key_sealed)
    values ('public', ${close('push_keys.private_key_sealed')})`.execute(db)
  await sql`insert into push_subscriptions (user_id, session_id, endpoint_digest, subscription_sealed)
    select user_id, session_id, ${first.digest('x', 'y')}, ${close('push_subscriptions.subscription_sealed')}
    from sessions limit 1`.execute(db)
  await sql`insert into mails (receiver, subject, html, body, link_sealed, language)
    values ('b@test.example', 'S', '', '[[link]]', ${lost.encrypt('gone', 'mails.link')}, 'en')`.execute(db)

  expect(await reencryptSecrets(db, first)).toEqual({ renewed: 0, lost: 1 })
  const done = await reencryptSecrets(db, both)
  expect(done).toEqual({ renewed: 45 + 15, lost: 1 })
  expect(await reencryptSecrets(db, both)).toEqual({ renewed: 0, lost: 1 })

  for (const { table, column } of ENCRYPTED_COLUMNS) {
    const name = `${table}.${column}`
    const { rows } = await sql<{ text: string }>`
      select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} is not null
      and (${table} <> 'mails' or ${sql.ref(column)} like ${`${next.prefix()}%`})`.execute(db)
    expect(rows.length, name).toBeGreaterThan(0)
    for (const { text } of rows) {
      expect(decryptIfPossible(next, text, purposes[name]!), name).toBeDefined()
      expect(decryptIfPossible(first, text, purposes[name]!), name).toBeUndefined()
    }
  }
})

test('badges are recognized under an earlier key, and get the present one when they are shown', async () => {
  const { user_id } = await newUser(server, { username: 'badged@test.example' })
  const staff = server.as('administrator')
  expect((await staff.call('POST', `/users/${user_id}/rfid`, { rfid: 'A1B2C3D4E5' })).status).toBe(200)
  const stored = async () =>
    (
      await sql<{ value_hash: Buffer }>`select value_hash from badges where user_id = ${user_id}`.execute(
        server.db,
      )
    ).rows[0]!.value_hash
  const before = await stored()
  const enter = (encryptor: ReturnType<typeof sealOf>) =>
    signInByBadge(
      { actor: systemActor, db: server.db, now: new Date(), encryptor },
      encryptor,
      { kind: 'rfid', value: 'A1B2C3D4E5' },
      { address: '127.0.0.1', userAgent: undefined, build: undefined, remember: false },
    )
  await expect(enter(sealOf(NEXT))).rejects.toThrow('invalid_credentials')
  await enter(sealOf(NEXT, FIRST))
  expect(await stored()).not.toEqual(before)
  await enter(sealOf(NEXT))
})
