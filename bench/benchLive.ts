import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { tokenOf } from '#server/app/testing/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { type BenchDevice, makeFleet } from './fleet.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'

/** Open pages of one account, and accounts. */
const EACH = 50
const ACCOUNTS = 20
/** Records of two ports per uplink: as many uplinks a second as make 5,000 readings. */
const READINGS = 5_000
const UPLINK = { records: 12, ports: 2 } as const
/** After an event each page requests at its own moment; this is the last one, in milliseconds. */
const MAX_TURN_MS = 120
const HEADERS = { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('administrator')}` }
/** Time until an event counts as lost. */
const LOST_AFTER_MS = 1_500

/** Measures which events open pages receive while 5,000 readings a second come in, and how soon they can show the change. */
export async function benchLive({ server, quick }: Benchmark): Promise<Measurement[]> {
  const accounts = quick ? 2 : ACCOUNTS
  const tokens = await openSessions(server.db, accounts)
  const devices = await makeFleet(server.db, quick ? 100 : 2000, 'LIVE')
  const probe = await makeProbe(server.db)
  const api = `http://127.0.0.1:${server.port}/api`
  const pages = fork(path.join(projectRoot, 'bench/load/pages.mjs'), { execArgv: [] })
  pages.send({ port: server.port, tokens, each: EACH, headers: { 'x-api-key': 'ullage-web' } })
  await once(pages, 'message')
  const rounds = quick ? 1 : 3
  const load = { transport: 'http', port: server.port, devices, allRounds: 1 + rounds, ...UPLINK } as const
  await driveDevices({ ...load, rounds: 1, firstRound: 0 })
  let isOver = false
  const coming = driveDevices({
    ...load,
    rounds,
    firstRound: 1,
    rate: READINGS / (UPLINK.records * UPLINK.ports),
  }).finally(() => {
    isOver = true
  })
  const readings: Received = { received: [], shown: [], lost: 0 }
  const changes: Received = { received: [], shown: [], lost: 0 }
  const all = accounts * EACH
  for (let turn = 0; !isOver; turn++) {
    const at = new Date(Date.now() - 60_000 + turn * 1000).toISOString()
    await observe(pages, readings, all, {
      word: `"device_ids":[`,
      id: probe.device_id,
      act: () => handIn(api, probe, at),
      isShown: async () => (await read(api, probe)).last_record_date === at,
    })
    const label = `Renamed ${turn}`
    await observe(pages, changes, all, {
      word: `"kind":"devices"`,
      id: probe.device_id,
      act: () => rename(api, probe, label),
      isShown: async () => (await read(api, probe)).label === label,
    })
  }
  await coming
  pages.disconnect()
  const sizes = `${all.toLocaleString('en')} open pages, ${READINGS.toLocaleString('en')} readings/s by HTTP`
  return [
    figureOf('a reading is received by open pages, p99', sizes, readings.received, readings.lost, 1000),
    figureOf('a reading is read by a page, p99', sizes, readings.shown, 0, 1000),
    figureOf('a change is received by open pages, p99', sizes, changes.received, changes.lost, 300),
    figureOf('a change is read by a page of another, p99', sizes, changes.shown, 0, 300),
  ]
}

interface Received {
  /** Milliseconds until each open page received it, and until one that requests at the latest moment of the rule had read it. */
  received: number[]
  shown: number[]
  lost: number
}

interface Observed {
  /** The content of the event other than the id. */
  word: string
  id: number
  act: () => Promise<void>
  isShown: () => Promise<boolean>
}

async function observe(pages: ChildProcess, into: Received, all: number, observed: Observed): Promise<void> {
  const since = Date.now()
  pages.send({ word: observed.word, id: observed.id, since })
  const first = once(pages, 'message')
  await observed.act()
  await first
  await pause(MAX_TURN_MS)
  while (!(await observed.isShown()) && Date.now() - since < LOST_AFTER_MS) await pause(20)
  into.shown.push(Date.now() - since)
  await pause(Math.max(0, since + LOST_AFTER_MS - Date.now()))
  pages.send('tell')
  const [times] = (await once(pages, 'message')) as [number[]]
  into.received.push(...times)
  into.lost += all - times.length
}

async function openSessions(db: Database, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, n) => `bench-token-of-page-${n}-`.padEnd(43, '0'))
  for (const [n, token] of tokens.entries()) {
    await sql`with person as (
        insert into people (company_id, first_name, last_name) values (1, 'Page', ${String(n)}) returning people_id),
      newcomer as (
        insert into users (username, password, login_type_id, company_id, people_id, first_name, last_name, phone_number)
        select ${`page-${n}@bench.example`}, 'none', 'administrator', 1, people_id, 'Page', ${String(n)}, '+13135550100'
        from person returning user_id),
      account as (
        insert into accounts (user_id, company_id, login_type_id)
        select user_id, 1, 'administrator' from newcomer returning account_id, user_id)
      insert into sessions (token_hash, user_id, account_id, expires_at)
      select ${hashToken(token)}, user_id, account_id, now() + interval '1 day' from account`.execute(db)
  }
  return tokens
}

interface Probe extends BenchDevice {
  device_id: number
}

async function makeProbe(db: Database): Promise<Probe> {
  const [device] = await makeFleet(db, 1, 'PROBE')
  const { rows } = await sql<{ device_id: number }>`
    select device_id from devices where public_id = ${device!.public_id}`.execute(db)
  return { ...device!, device_id: Number(rows[0]!.device_id) }
}

async function handIn(api: string, { key }: Probe, time: string): Promise<void> {
  const body = { records: [{ time, battery: 3.8, ports: [{ port: 1, value: 700 }] }] }
  await sent(`${api}/uplink`, 'POST', { 'x-device-key': key }, body)
}

async function rename(api: string, { device_id }: Probe, label: string): Promise<void> {
  await sent(`${api}/devices/${device_id}`, 'PATCH', HEADERS, { label })
}

async function read(api: string, { device_id }: Probe): Promise<Record<string, unknown>> {
  const response = await fetch(`${api}/devices/${device_id}`, { headers: HEADERS })
  return ((await response.json()) as { device: Record<string, unknown> }).device
}

async function sent(address: string, method: string, headers: Record<string, string>, body: object) {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${address} was answered ${response.status}`)
  await response.arrayBuffer()
}

function figureOf(
  what: string,
  sizes: string,
  times: readonly number[],
  lost: number,
  most: number,
): Measurement {
  const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return {
    what,
    sizes: `${sizes}, ${times.length.toLocaleString('en')} times${lost > 0 ? `, ${lost} missed` : ''}`,
    measured: `${p99.toFixed(0)} ms`,
    wanted: `≤ ${most} ms`,
    reached: p99 <= most && lost === 0,
  }
}
