import type pg from 'pg'
import { startServer } from '#server/app/server.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'

/** The setup of a server of the benchmark. */
export interface ProductSetup {
  connection: pg.PoolConfig
  /** Additional settings. */
  environment?: Record<string, string>
}

// The product in a separate process: it receives its database, reports its port, and ends when its parent disconnects.
process.once('message', async ({ connection, environment }: ProductSetup) => {
  const server = await startServer({
    config: readConfig({
      PORT: '0',
      MQTT_PORT: '0',
      CALLS_OF_ACCOUNT: '0',
      CALLS_OF_ADDRESS: '0',
      ...environment,
    }),
    connection,
    log: openLog('error'),
    buildVersion: 'bench',
    withSchedule: false,
  })
  process.once('disconnect', () => void server.close().then(() => process.exit(0)))
  process.send!(server.port)
})
