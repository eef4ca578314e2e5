import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startServer } from '#server/app/server.ts'
import { seedAccounts } from '#server/app/testing/accounts.ts'
import { readConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/embeddedPostgres.ts'
import { openLog } from '#server/platform/log.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { benchGraph } from './benchGraph.ts'
import { benchIngest } from './benchIngest.ts'
import { benchKinds } from './benchKinds.ts'
import { benchLists } from './benchLists.ts'
import { benchSearch } from './benchSearch.ts'
import type { Bench, Figure } from './figure.ts'
import { reportOf } from './report.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-bench-'))
const engine = await startEmbeddedPostgres(folder)
const config = readConfig({
  PORT: '0',
  MQTT_PORT: '0',
  DATABASE_POOL: '8',
  CALLS_OF_ACCOUNT: '0',
  CALLS_OF_ADDRESS: '0',
})
const server = await startServer({
  config,
  connection: engine.connection,
  log: openLog('error'),
  buildVersion: 'bench',
  withSchedule: false,
})
await seedAccounts(server.db)

const bench: Bench = { server, quick: process.argv.includes('--quick') }
const figures: Figure[] = []
const parts = {
  kinds: benchKinds,
  ingest: benchIngest,
  graph: benchGraph,
  lists: benchLists,
  search: benchSearch,
}
/** `npm run bench -- ingest` measures one part only, and writes its lines of the report. */
const wanted = process.argv.slice(2).filter((name) => name in parts)
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const figure of await part(bench)) {
    figures.push(figure)
    console.log(
      `${figure.what}: ${figure.measured} (${figure.floor ?? 'no floor'})${figure.ratio ? `, ratio ${figure.ratio.toFixed(2)}` : ''}`,
    )
  }
}
const file = path.join(projectRoot, 'bench/results.md')
// What the browser tests have measured stands below, and stays.
const [before, inBrowser] = fs.readFileSync(file, 'utf8').split(/^(?=## In the browser)/m)
const report = reportOf(figures, bench.quick || wanted.length === 0 ? '' : before)
console.log(`\n${report}`)
if (!bench.quick) fs.writeFileSync(file, inBrowser ? `${report}\n${inBrowser}` : report)
await server.close()
await engine.stop()
fs.rmSync(folder, { recursive: true, force: true })
