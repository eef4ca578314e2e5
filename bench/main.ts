import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '#server/app/server.ts'
import { seedAccounts } from '#server/app/testing/accounts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { benchBilling } from './benchBilling.ts'
import { benchCalls } from './benchCalls.ts'
import { benchConnections } from './benchConnections.ts'
import { benchExport } from './benchExport.ts'
import { benchHour } from './benchHour.ts'
import { benchIngest } from './benchIngest.ts'
import { benchKinds } from './benchKinds.ts'
import { benchLive } from './benchLive.ts'
import { benchMillion } from './benchMillion.ts'
import { benchPlans } from './benchPlans.ts'
import { benchReports } from './benchReports.ts'
import { benchSearch } from './benchSearch.ts'
import { benchServers } from './benchServers.ts'
import { benchStart } from './benchStart.ts'
import { benchWebhooks } from './benchWebhooks.ts'
import { callsSection } from './callsReport.ts'
import { benchForecast } from './forecast/benchForecast.ts'
import { benchForecastFleet } from './forecast/benchForecastFleet.ts'
import { openLargeFleet, startFleetDatabase } from './largeFleet/openLargeFleet.ts'
import { benchLoading } from './loading/benchLoading.ts'
import { benchLoss } from './loss/benchLoss.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { plansSection } from './plansReport.ts'
import { startStatementStatistics, writeStatements } from './profile.ts'
import { benchProposals } from './proposals/benchProposals.ts'
import { reportOf, type Section, withSections } from './report.ts'
import { benchRoutes } from './routes/benchRoutes.ts'

/** `npm run bench -- ingest` measures one part only, and writes its lines of the report. */
const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    /** Small sizes, to check that everything runs; the report is not changed. */
    quick: { type: 'boolean', default: false },
    /** Devices of the large fleet, tanks of the forecast fleet, tanks of each simulated family. */
    size: { type: 'string' },
    /** Writes CPU profiles of the server and the database's statements into `bench-profile/`. */
    profile: { type: 'boolean', default: false },
    /**
     * Only matching reading calls (`list of devices`), plans (`sort=label of devices for staff`), halves and families of forecasts (`built
     * on: season`) and families of losses.
     */
    only: { type: 'string', default: '' },
    /** Another set of seeds for the simulated tanks, and for the fleets with proposed rounds. */
    seeds: { type: 'string', default: '0' },
    /** The seed of the tanks that are drawn for one run of `forecast` only. */
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    /** Duration of `hour`, and maximum duration of `loading`. */
    minutes: { type: 'string' },
    /** A folder with instances of Solomon, or of Gehring and Homberger, for `routes`. */
    instances: { type: 'string' },
    /** Distinguishes a section from others of its size. */
    when: { type: 'string', default: '' },
  },
})
/** Parts with their own database. */
const parts = {
  kinds: benchKinds,
  ingest: benchIngest,
  search: benchSearch,
  billing: benchBilling,
  reports: benchReports,
  connections: benchConnections,
  live: benchLive,
  webhooks: benchWebhooks,
}
/** Such parts that run only on request: they take long, or need a dedicated machine. */
const onRequest = {
  servers: benchServers,
  million: benchMillion,
  hour: benchHour,
  fleet: benchForecastFleet,
  export: benchExport,
}
const named = { ...parts, ...onRequest }
/** Parts on a retained large fleet: its reading calls, the same with the peer, and the plans of its lists. */
const LARGE = ['calls', 'peers', 'plans']
const known = [...Object.keys(named), 'start', 'forecast', 'loss', 'routes', 'proposals', 'loading', ...LARGE]
const unknown = requested.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`Unknown part ${unknown}; the parts are ${known}.`)
const isWanted = (name: string) =>
  requested.includes(name) ||
  (requested.length === 0 &&
    !['peers', 'routes', 'proposals', 'loading'].includes(name) &&
    !(name in onRequest))

const profile = options.profile ? path.join(projectRoot, 'bench-profile') : undefined
const file = path.join(projectRoot, 'bench/results.md')
const figures = Object.keys(named).some(isWanted) ? await measureParts() : []
// Parts that measure a started product, outside this process.
if (isWanted('start')) figures.push(...(await benchStart(options.quick)))
const sections = LARGE.some(isWanted) ? await measureLarge() : []
// Computation only: simulated tanks, and the scores of their forecasts.
if (isWanted('forecast'))
  sections.push(
    ...benchForecast({
      quick: options.quick,
      only: options.only,
      size: options.size === undefined ? undefined : Number(options.size),
      seeds: Number(options.seeds),
      seed: Number(options.seed),
    }),
  )
if (isWanted('loss')) sections.push(...benchLoss(options.quick, options.only))
if (isWanted('routes'))
  sections.push(...benchRoutes({ quick: options.quick, only: options.only, folder: options.instances }))
if (isWanted('proposals')) sections.push(...(await benchProposals(options.quick, Number(options.seeds))))
if (isWanted('loading'))
  sections.push(...(await benchLoading(options.quick, Number(options.seeds), Number(options.minutes ?? 30))))
const previous = fs.readFileSync(file, 'utf8')
const report = withSections(
  figures.length > 0 ? reportOf(figures, requested.length === 0 ? '' : previous) : undefined,
  sections,
  previous,
)
console.log(`\n${report}`)
if (!options.quick) fs.writeFileSync(file, report)

async function measureParts(): Promise<Measurement[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-bench-'))
  const engine = await startFleetDatabase(folder, options.profile)
  const server = await startServer({
    config: readConfig({
      PORT: '0',
      MQTT_PORT: '0',
      DATABASE_POOL: '8',
      CALLS_OF_ACCOUNT: '0',
      CALLS_OF_ADDRESS: '0',
    }),
    connection: engine.connection,
    log: openLog('error'),
    buildVersion: 'bench',
    withSchedule: false,
  })
  await seedAccounts(server.db)
  const bench: Benchmark = {
    server,
    connection: engine.connection,
    profile,
    quick: options.quick,
    ...(options.size && { size: Number(options.size) }),
    ...(options.minutes && { minutes: Number(options.minutes) }),
  }
  const measured: Measurement[] = []
  for (const [name, part] of Object.entries(named)) {
    if (!isWanted(name)) continue
    for (const figure of await part(bench)) {
      measured.push(figure)
      console.log(
        `${figure.what}: ${figure.measured} (${figure.floor ?? 'no floor'})${figure.ratio ? `, ratio ${figure.ratio.toFixed(2)}` : ''}`,
      )
    }
  }
  await server.close()
  await engine.stop()
  const log = path.join(folder, 'postgres.log')
  // PostgreSQL creates it with its first line; a run without slow statements may have none.
  if (profile && fs.existsSync(log)) fs.copyFileSync(log, path.join(profile, 'postgres.log'))
  fs.rmSync(folder, { recursive: true, force: true })
  return measured
}

async function measureLarge(): Promise<Section[]> {
  const { quick, when, only } = options
  const devices = Number(options.size ?? (quick ? 2_000 : 100_000))
  const pattern = new RegExp(only)
  const fleet = await openLargeFleet(devices, { watched: options.profile })
  const created: Section[] = []
  try {
    if (profile) await startStatementStatistics(fleet.product)
    const withPeers = isWanted('peers')
    if (isWanted('calls') || withPeers) {
      const run = await benchCalls(fleet, { quick, only: pattern, withPeers, profile })
      created.push(callsSection(run, when))
    }
    if (isWanted('plans')) created.push(plansSection(await benchPlans(fleet, { quick, only: pattern }), when))
    if (profile) await writeStatements(fleet.product, profile)
  } finally {
    await fleet.engine.stop()
  }
  return created
}
