/**
 * Shows that the world simulation detects faults: plants known faults into a copy of the product, one by one, and runs the simulation with
 * each until it names a broken promise. A fault is detected when two of three seeds name one.
 *
 * node scripts/plantFaults.mjs [number of a fault …]
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './build.mjs'

const SEEDS = ['7', '11', '23']
/** Number of seeds on which a fault must be detected. */
const MIN_DETECTIONS = 2
const WORLD = ['--days', '8', '--tanks', '20', '--first', '--port', process.env['WORLD_PORT'] ?? '4470']

/** Past or possible faults: for each file, a text and its replacement. */
const FAULTS = [
  {
    name: 'A tank that was just filled is dispatched again',
    changes: [
      [
        'server/domains/telemetry/levels/showDelivered.ts',
        'and d.delivered_liters > 0\n',
        'and d.delivered_liters > 0 and false\n',
      ],
    ],
  },
  {
    name: 'A stop cannot be closed when more is delivered than was planned',
    changes: [
      [
        'core/domains/shipments/checkLoad.ts',
        ' && isOffPlan(quantity, loaded, tolerance) && !isExplained',
        '',
      ],
    ],
  },
  {
    name: 'Deliveries for orders are never compared with their tanks',
    changes: [
      [
        'server/domains/shipments/completeLoads.ts',
        '  if (document_detail_id == null) return null\n',
        '  if (document_detail_id != null || product_id) return null\n',
      ],
    ],
  },
  {
    name: 'Any truck carries any product',
    changes: [
      [
        'core/domains/tanks/vehicleClasses.ts',
        "  if (compartment === 'any') return true",
        "  if (compartment !== '') return true",
      ],
    ],
  },
  {
    name: 'Forecasts stay hours behind the level',
    changes: [
      [
        'server/domains/devices/measuredLevel.ts',
        "coalesce(s.level <> 'unknown' and",
        "coalesce(false and s.level <> 'unknown' and",
      ],
      [
        'server/domains/devices/measuredLevel.ts',
        '  or abs(s.volume - s.forecast_volume)',
        '  or false and abs(s.volume - s.forecast_volume)',
      ],
      [
        'server/domains/telemetry/forecasts/forecastRunOut.ts',
        '        and c.ended_at > s.forecast_at))',
        '        and c.ended_at > s.forecast_at and false))',
      ],
      ...Object.entries({
        days_to_empty: 'empty',
        days_to_empty_low: 'days_low',
        days_to_empty_high: 'days_high',
        days_to_red: 'days_red',
      }).map(([column, estimate]) => [
        'server/domains/telemetry/levels/estimateLevels.ts',
        `${column} = case when s.use_per_day is not null then e.${estimate} end`,
        `${column} = s.${column}`,
      ]),
      [
        'server/domains/telemetry/levels/estimateLevels.ts',
        `forecast_at = \${now}, forecast_volume = e.volume, forecast_level = e.level`,
        'forecast_at = s.forecast_at',
      ],
      [
        'server/domains/telemetry/intake/writeRows.ts',
        'port_states.estimated_at is not null then null else',
        'port_states.estimated_at is not null then port_states.forecast_at else',
      ],
    ],
  },
  {
    name: 'A reading of the future hides those of the present',
    changes: [
      [
        'core/domains/telemetry/uplink.ts',
        'const is_ahead = time > now + CLOCK_TOLERANCE',
        'const is_ahead = time > now + CLOCK_TOLERANCE * 1000',
      ],
    ],
  },
  {
    name: 'Orders and invoices leave at no price',
    changes: [
      [
        'core/domains/orders/figuresLeave.ts',
        '  return Number(unit_price ?? 0) === 0',
        '  return Number(unit_price ?? 0) < 0',
      ],
      [
        'server/domains/orders/lines/withPrices.ts',
        "unit_price: price?.unit_price ?? '0.000000'",
        "unit_price: '0.000000'",
      ],
    ],
  },
  {
    name: 'Late records and what follows from them block each other',
    changes: [
      [
        'server/domains/alerts/judgeReadings.ts',
        "if (outdated.length > 0) await emit(context, 'readings.outdated', [{ device_ids: outdated }])",
        'if (outdated.length > 0) await estimateOutdated(context, { device_ids: outdated })\n  await lockDevices(context, device_ids)',
      ],
      [
        'server/domains/alerts/judgeReadings.ts',
        "import { findDoubted } from '#server/domains/telemetry/levels/estimateLevels.ts'",
        "import { lockDevices } from '#server/domains/devices/lockDevices.ts'\nimport { estimateOutdated, findDoubted } from '#server/domains/telemetry/levels/estimateLevels.ts'",
      ],
      [
        'server/domains/devices/lockDevices.ts',
        '  const ids = new Set<number>()\n',
        '  if (events.length > 0) return\n  const ids = new Set<number>()\n',
      ],
      [
        'server/platform/database/transactions.ts',
        "const CONFLICTS = ['40P01', '40001']",
        "const CONFLICTS = ['40001']",
      ],
    ],
  },
  {
    name: 'A delivery is billed twice',
    changes: [
      [
        'server/domains/orders/lines/lineQuantities.ts',
        `i.archived = 0 and i.status_id <> all(\${BILLS_NOTHING})`,
        `i.archived = 0 and i.status_id <> all(\${[...BILLS_NOTHING, 20]})`,
      ],
    ],
  },
  {
    name: 'An event of a driver that was acknowledged is lost',
    changes: [
      [
        'server/domains/shipments/driver/applyDriverEvents.ts',
        '  return writeOutcome(context, event_id, await judgeSafely(context, event, accountOf(context).user_id))',
        `  const outcome = await writeOutcome(context, event_id, await judgeSafely(context, event, accountOf(context).user_id))
  if (event_id.startsWith('0')) await sql\`delete from driver_events where event_id = \${event_id}\`.execute(db)
  return outcome`,
      ],
    ],
  },
]

const requested = process.argv.slice(2).map(Number)
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-planted-'))
// The database does not run as root, and must reach its programs.
fs.chmodSync(copy, 0o755)
await run('git', ['clone', '--quiet', root, copy])
await run('cp', ['-al', path.join(root, 'node_modules'), path.join(copy, 'node_modules')])
let missed = 0
for (const [index, { name, changes }] of FAULTS.entries()) {
  if (requested.length > 0 && !requested.includes(index + 1)) continue
  for (const change of changes) plant(change)
  process.stdout.write(`${index + 1}. ${name}\n`)
  let noticed = 0
  for (const seed of SEEDS) {
    if (noticed === MIN_DETECTIONS) break
    const discovery = await firstDiscovery(seed)
    if (discovery) noticed += 1
    process.stdout.write(`  seed ${seed}: ${discovery ?? 'nothing'}\n`)
  }
  if (noticed < MIN_DETECTIONS) missed += 1
  process.stdout.write(noticed < MIN_DETECTIONS ? '  MISSED\n' : '  noticed\n')
  await run('git', ['-C', copy, 'checkout', '--quiet', '.'])
}
fs.rmSync(copy, { recursive: true, force: true })
process.exit(missed === 0 ? 0 : 1)

/** @throws if the product has changed so that the fault cannot be planted any more */
function plant([file, before, after]) {
  const name = path.join(copy, file)
  const text = fs.readFileSync(name, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} does not contain: ${before}`)
  fs.writeFileSync(
    name,
    text.replace(before, () => after),
  )
}

/** The first promise that the simulation reports broken, and the time until then. */
async function firstDiscovery(seed) {
  const startedAt = performance.now()
  const output = await run('npx', ['tsx', 'world/main.ts', ...WORLD, '--seed', seed])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const found = output.match(/^BROKEN .*$/m)?.[0]
  return found && `${found} (${seconds} s)`
}

/** @returns its output; a simulation that names a broken promise exits with 1 */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0 || output.includes('BROKEN')) resolve(output)
      else reject(new Error(`${command} ${args.join(' ')} ends with ${code}: ${output}`))
    })
  })
}
