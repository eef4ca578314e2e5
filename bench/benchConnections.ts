import { sql } from 'kysely'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { cpuFigure, cpuTimes } from './cpuTimes.ts'
import { makeFleet } from './fleet.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { whileProfiling } from './profile.ts'

const WANTED = 1500
/** A decoder as customers paste it, for Milesight's byte format. */
const PASTED = `function decodeUplink(input) {
  var bytes = input.bytes, data = {};
  for (var i = 0; i + 2 < bytes.length; ) {
    var channel = bytes[i++], type = bytes[i++];
    if (channel === 1 && type === 0x75) data.battery = bytes[i++];
    else if (channel === 3 && type === 0x82) { data.distance = bytes[i] | (bytes[i + 1] << 8); i += 2; }
    else break;
  }
  return { data: data };
}`
const PATHS = [
  { path: 'distance', port: 1, unit: 'mm', value: 'distance' },
  { path: 'battery', port: 1, unit: '%', value: 'battery_percent' },
]

/** Measures uplinks of bytes through a connection, each in a separate call, by a pasted decoder and by one that ships. */
export async function benchConnections({ server, quick, ...profiled }: Benchmark): Promise<Measurement[]> {
  const count = quick ? 300 : 3000
  const rounds = quick ? 1 : 3
  const devices = await makeFleet(server.db, count, 'CONN')
  const drive = {
    transport: 'http',
    port: server.port,
    devices,
    records: 1,
    ports: 1,
    allRounds: 1 + 2 * rounds,
  } as const
  const figures: Measurement[] = []
  let firstRound = 0
  for (const decoder of ['own', 'milesight_em500_udl']) {
    const intake = await makeConnection(server.db, decoder)
    // Not measured: the first reports.
    if (firstRound === 0) await driveDevices({ ...drive, intake, rounds: 1, firstRound: firstRound++ })
    const before = await cpuTimes(server.pool)
    const load = await whileProfiling(profiled, `connections-${decoder}`, () =>
      driveDevices({ ...drive, intake, rounds, firstRound }),
    )
    const after = await cpuTimes(server.pool)
    firstRound += rounds
    const rate = load.uplinks / load.seconds
    const what = decoder === 'own' ? 'a pasted decoder' : 'a decoder that ships'
    const sizes = `${count} devices, one record an uplink, ${rounds} rounds`
    figures.push(
      cpuFigure(`CPU of an uplink of bytes, ${what}`, { sizes, each: load.uplinks, load, before, after }),
    )
    figures.push({
      what: `uplinks of bytes, ${what}`,
      sizes,
      measured: `${Math.round(rate).toLocaleString('en')} uplinks/s, p99 ${load.p99.toFixed(0)} ms`,
      wanted: `≥ ${WANTED.toLocaleString('en')}/s`,
      reached: rate >= WANTED,
    })
  }
  const { rows } = await sql<{
    unread: number
  }>`select count(*)::int as unread from connection_uplinks`.execute(server.db)
  if (rows[0]!.unread > 0) throw new Error(`${rows[0]!.unread} uplinks could not be read`)
  return figures
}

async function makeConnection(db: Benchmark['server']['db'], decoder: string): Promise<string> {
  const token = newToken()
  await sql`insert into connections (name, company_id, decoder, decoder_code, value_paths, token_hash)
    values (${decoder}, 103, ${decoder}, ${PASTED}, ${JSON.stringify(PATHS)}, ${hashToken(token)})`.execute(
    db,
  )
  return `/api/intake/${token}`
}
