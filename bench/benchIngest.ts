import { fork } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { bareInserts } from './bareInserts.ts'
import type { Bench, Figure } from './figure.ts'
import { type BenchDevice, makeFleet } from './fleet.ts'

const RECORDS = 12
const PORTS = 2

interface Load {
  seconds: number
  uplinks: number
}

/** Both doors under a fleet that reports twelve records of two ports at a time, against bare inserts of the rows. */
export async function benchIngest({ server, quick }: Bench): Promise<Figure[]> {
  const count = quick ? 200 : 2000
  const rounds = quick ? 1 : 3
  const devices = await makeFleet(server.db, count, 'INGEST')
  const sizes = `${count} devices, ${RECORDS} records × ${PORTS} ports an uplink, ${rounds} rounds`
  // Unmeasured: every device reports for the first time; plans, caches and the compiler warm up.
  await drive('http', `http://127.0.0.1:${server.port}`, devices, 1, 0)
  const http = await drive('http', `http://127.0.0.1:${server.port}`, devices, rounds, 1)
  const memory = process.memoryUsage().rss / 1e6
  const mqtt = await drive('mqtt', `mqtt://127.0.0.1:${server.mqttPort}`, devices, rounds, 1 + rounds)
  const floor = await bareInserts(server.pool)
  return [
    figureOf('ingest by HTTP', sizes, http, floor),
    figureOf('ingest by MQTT (QoS 1)', sizes, mqtt, floor),
    {
      what: 'memory of the server while ingesting',
      sizes,
      measured: `${memory.toFixed(0)} MB`,
      wanted: '< 400 MB',
      reached: memory < 400,
    },
  ]
}

function figureOf(what: string, sizes: string, { seconds, uplinks }: Load, floor: number): Figure {
  const rate = (uplinks * RECORDS * PORTS) / seconds
  const ratio = rate / floor
  return {
    what,
    sizes,
    measured: `${Math.round(rate).toLocaleString('en')} readings/s`,
    floor: `${Math.round(floor).toLocaleString('en')} readings/s`,
    ratio,
    wanted: '≥ 0.55 and ≥ 10,000/s',
    reached: ratio >= 0.55 && rate >= 10_000,
  }
}

/** The load comes from a process of its own, so that it shares neither the server's loop nor its memory. */
function drive(
  door: 'http' | 'mqtt',
  address: string,
  devices: BenchDevice[],
  rounds: number,
  firstRound: number,
): Promise<Load> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(projectRoot, 'bench/load/devices.mjs'), { execArgv: [] })
    child.send({
      door,
      address,
      devices,
      rounds,
      firstRound,
      records: RECORDS,
      ports: PORTS,
      now: Date.now(),
    })
    child.once('message', (load) => resolve(load as Load))
    child.once('error', reject)
    child.once('exit', (code) => code && reject(new Error(`the load ended with ${code}`)))
  })
}
