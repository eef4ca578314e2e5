import http from 'node:http'
import { sql } from 'kysely'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { makeFleet } from './fleet.ts'
import type { Benchmark, Measurement } from './measurement.ts'

const TANKS = 200
/** One year of readings, every ten minutes. */
const READINGS = 50_000
const STEP_MS = 600_000
const SAMPLE_MS = 50

/** Measures the export of ten million readings as Parquet and CSV, and the memory that it needs beyond the idle server's. */
export async function benchExport({ server, quick }: Benchmark): Promise<Measurement[]> {
  const readings = quick ? 500 : READINGS
  const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
  const from = to - readings * STEP_MS
  await makeFleet(server.db, TANKS / 2, 'EXPORT')
  const { rows: ports } = await sql<{ device_id: number; port_number: number }>`
    select device_id, port_number from device_ports p join devices v using (device_id) where v.public_id like 'EXPORT-%'`.execute(
    server.db,
  )
  for (const { device_id, port_number } of ports)
    await sql`insert into readings (device_id, port_number, at, raw, height, volume, percent, temperature, quality)
      select ${device_id}, ${port_number}, to_timestamp(${from / 1000}::float8) + n * interval '10 minutes', 1000 + 300 * sin(n),
        900 * cos(n), 5000 * sin(n), 50 + 40 * sin(n), 20 * cos(n), 0 from generate_series(0, ${readings - 1}::int) n`.execute(
      server.db,
    )
  const rows = ports.length * readings
  const measured: Measurement[] = []
  // Read once before both: memory taken by the first export counts for the second too.
  globalThis.gc?.()
  const idle = process.memoryUsage.rss()
  for (const format of ['parquet', 'csv']) {
    const path = `/api/devices/readings?from=${from}&to=${to}&format=${format}`
    const { seconds, bytes, memory } = await download(`http://127.0.0.1:${server.port}${path}`, idle)
    measured.push({
      what: `readings exported as ${format}`,
      sizes: `${rows.toLocaleString('en')} readings of ${ports.length} tanks`,
      measured: `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, ${memory.toFixed(0)} MB of memory more than idle`,
      wanted: '≤ 120 s, ≤ 60 MB',
      reached: seconds <= 120 && memory <= 60,
    })
  }
  return measured
}

/** Downloads a file without keeping it. @returns the duration, its size, and the highest memory above `idle`, in MB */
async function download(
  url: string,
  idle: number,
): Promise<{ seconds: number; bytes: number; memory: number }> {
  let highest = idle
  const sampler = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const startedAt = performance.now()
  const headers = { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('administrator')}` }
  let bytes = 0
  try {
    await new Promise<void>((resolve, reject) => {
      http
        .get(url, { headers }, (response) => {
          if (response.statusCode !== 200) return reject(new Error(`answers ${response.statusCode}`))
          response.on('data', (part: Buffer) => {
            bytes += part.length
          })
          response.on('end', resolve)
          response.on('error', reject)
        })
        .on('error', reject)
    })
  } finally {
    clearInterval(sampler)
  }
  return { seconds: (performance.now() - startedAt) / 1000, bytes, memory: (highest - idle) / 1e6 }
}
