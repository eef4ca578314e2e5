import { cpuTimes } from './cpuTimes.ts'
import { type BenchDevice, makeFleet } from './fleet.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'

const PORTS = 2
/** An hour of a device that reports every quarter of an hour. */
const REPORTS = 4
/** Devices that one process simulates in sequence: as many as fit easily into its memory. */
const CHUNK = 20_000
/** Maximum ratio of the cost of the last readings to the cost of the first. */
const FLAT = 1.2

/** Measures an hour of a million devices at the maximum rate: the cost of a reading must not grow. */
export async function benchMillion({ server, quick, size }: Benchmark): Promise<Measurement[]> {
  const count = size ?? (quick ? 2_000 : 1_000_000)
  const chunk = Math.min(CHUNK, Math.ceil(count / 10))
  const fleet: BenchDevice[][] = []
  for (let created = 0; created < count; created += chunk) {
    fleet.push(await makeFleet(server.db, Math.min(chunk, count - created), `M${fleet.length}X`))
    process.stdout.write(`\r${Math.min(count, created + chunk).toLocaleString('en')} devices made`)
  }
  process.stdout.write('\n')
  await server.pool.query('vacuum analyze devices, device_ports, device_states, port_states')
  const costs: number[] = []
  const startedAt = performance.now()
  for (let report = 0; report < REPORTS; report++) {
    for (const [index, devices] of fleet.entries()) {
      const before = await cpuTimes(server.pool)
      await driveDevices({
        ...{ transport: 'http', devices, rounds: 1, firstRound: report, records: 1, ports: PORTS },
        port: server.port,
        allRounds: REPORTS,
      })
      const after = await cpuTimes(server.pool)
      const spent = after.server - before.server + after.database - before.database
      costs.push(spent / (devices.length * PORTS))
      process.stdout.write(
        `\rreport ${report + 1}, ${index + 1} of ${fleet.length}: ${costs.at(-1)!.toFixed(1)} µs`,
      )
    }
  }
  process.stdout.write('\n')
  const seconds = (performance.now() - startedAt) / 1000
  // A device's first report creates its states; later reports all cost the same.
  const steady = costs.slice(fleet.length)
  const tenth = Math.ceil(steady.length / 10)
  const [first, last] = [mean(steady.slice(0, tenth)), mean(steady.slice(-tenth))]
  const readings = count * REPORTS * PORTS
  return [
    {
      what: 'an hour of a large fleet, reports every 15 minutes',
      sizes: `${count.toLocaleString('en')} devices × ${PORTS} ports, ${REPORTS} reports of one record`,
      measured: `${Math.round(readings / seconds).toLocaleString('en')} readings/s; ${first.toFixed(1)} µs of CPU a reading among the first, ${last.toFixed(1)} µs among the last`,
      ratio: last / first,
      wanted: `≤ ${FLAT} × of the first, within an hour`,
      reached: last <= FLAT * first && seconds <= 3_600,
    },
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
