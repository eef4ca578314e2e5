import type pg from 'pg'
import { archiveSettings, removeMark } from '#server/platform/archive/archiveFolder.ts'
import type { Config } from '#server/platform/config.ts'
import { serverOf, takeDataFolder } from '#server/platform/database/dataFolder.ts'
import {
  connectionOfEmbedded,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/database/embeddedPostgres.ts'
import type { Log } from '#server/platform/log.ts'

export interface Engine {
  connection: pg.PoolConfig
  ended?: Promise<void>
  stop: () => Promise<void>
}

/** Opens the configured database, or the embedded PostgreSQL in the data folder. */
export async function openEngine(config: Config, log?: Log): Promise<Engine> {
  if (config.DATABASE_URL)
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} }
  const giveBack = takeDataFolder(config.dataDir)
  let stopping = false
  if (!config.ARCHIVE_URL) removeMark(config.dataDir)
  const settings = config.ARCHIVE_URL ? archiveSettings(config.archiveDir) : {}
  const embedded: EmbeddedPostgres = await startEmbeddedPostgres(config.dataDir, { log, settings })
  return {
    connection: embedded.connection,
    ended: new Promise((resolve) => {
      void embedded.ended.then(() => {
        if (!stopping) resolve()
      })
    }),
    stop: async () => {
      stopping = true
      await embedded.stop()
      giveBack()
    },
  }
}

/** Like `openEngine`, also while a server works on the embedded database: it connects to that server's. */
export async function joinEngine(config: Config): Promise<Engine> {
  if (config.DATABASE_URL || serverOf(config.dataDir) === undefined) return openEngine(config)
  return { connection: connectionOfEmbedded(config.dataDir), stop: async () => {} }
}
