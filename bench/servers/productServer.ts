import type pg from 'pg'
import { startServer } from '#server/app/server.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'

// The product in a process of its own: told where its database is, it tells at which port it answers, and ends when whoever
// started it lets go.
process.once('message', async (connection: pg.PoolConfig) => {
  const server = await startServer({
    config: readConfig({ PORT: '0', MQTT_PORT: '0', CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0' }),
    connection,
    log: openLog('error'),
    buildVersion: 'bench',
    withSchedule: false,
  })
  process.once('disconnect', () => void server.close().then(() => process.exit(0)))
  process.send!(server.port)
})
