import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#server/app/testing/endurance/postgres15.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { openLog } from '../log.ts'
import { Connection, type OpenDatabase, openDatabase } from './database.ts'
import { type Listener, openListener } from './listen.ts'

describe.skipIf(!hasPostgres15)('an address of several hosts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-hosts-'))
  let first: Postgres15
  let second: Postgres15
  let open: OpenDatabase
  let listener: Listener

  /** The standby is first: a client that takes the first host gets the wrong one. */
  const address = (wanted: string) =>
    `postgres://postgres@127.0.0.1:${second.connection.port},127.0.0.1:${first.connection.port}/postgres?` +
    `target_session_attrs=${wanted}`
  const portOf = async ({ pool }: OpenDatabase) =>
    (await pool.query('select inet_server_port() as port')).rows[0].port

  beforeAll(async () => {
    first = await startPostgres15(folder)
    second = await first.follow()
    const connection = { connectionString: address('read-write') }
    open = openDatabase(connection)
    listener = await openListener({
      connection,
      channels: ['live'],
      log: openLog('silent'),
      onSilence: open.renew,
    })
  })
  afterAll(async () => {
    await listener?.close()
    await open?.close()
    await second?.stop()
    await first?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('leads to the one that accepts writes, or to the standby', async () => {
    expect(await portOf(open)).toBe(first.connection.port)
    const standby = openDatabase({ connectionString: address('standby') }, { onlyReads: true })
    expect(await portOf(standby)).toBe(second.connection.port)
    await standby.close()
  })

  test('counts as briefly unavailable without a matching host', async () => {
    const { host, port, user, database } = first.connection
    const connectionString = `postgres://${user}@${host}:${port}/${database}?target_session_attrs=standby`
    const error = await new Connection({ connectionString }).connect().catch((thrown: unknown) => thrown)
    expect(refusalOfError(error)?.status).toBe(503)
  })

  test('closes connections that turn out to lead to a standby', async () => {
    const one = await open.pool.connect()
    const two = await open.pool.connect()
    const ended = Promise.all(
      [one, two].map((each) => new Promise<void>((resolve) => each.once('end', () => resolve()))),
    )
    const error = await one
      .query('set default_transaction_read_only = on; begin; commit; create table never (id int)')
      .catch((thrown: unknown) => thrown)
    expect(refusalOfError(error)?.status).toBe(503)
    await ended
    one.release()
    two.release()
    await open.pool.query('create table written (id int)')
  })

  test('leads to the new primary when the old one is gone', async () => {
    await first.stop()
    await second.promote()
    // Open connections were closed: each fails at most once.
    const written = () =>
      open.pool.query('insert into written values (1)').then(
        () => true,
        () => false,
      )
    await expect.poll(written).toBe(true)
    expect(await portOf(open)).toBe(second.connection.port)
    await expect.poll(() => listener.isAlive()).toBe(true)
    const received = new Promise((resolve) => listener.on('live', resolve))
    await open.pool.query(`notify live, 'a message'`)
    expect(await received).toBe('a message')
  })
})
