import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { createFirstAdministrator, issueSetupToken } from '#server/domains/access/signUp/setUp.ts'
import { type Config, readConfig, WrongSetting } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { type Log, openLog } from '#server/platform/log.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { makeBackup, restore, restoreToMoment } from './commands/backupCommands.ts'
import { openEngine } from './engine.ts'
import { explainStart } from './explainStart.ts'
import { withFreePorts } from './freePorts.ts'
import { hasUsers, type RunningServer, startServer } from './server.ts'

type Mode = 'start' | 'demo'

interface Product {
  close: () => Promise<void>
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

await main(process.argv.slice(2))

async function main([word = 'start', ...rest]: string[]): Promise<void> {
  try {
    const mode: Mode = word === 'demo' ? 'demo' : 'start'
    const config = readConfig(mode === 'demo' ? await withFreePorts(process.env, say) : process.env)
    if (word === 'backup') return say(await makeBackup(config, rest))
    if (word === 'restore')
      return say(await (rest.includes('--at') ? restoreToMoment : restore)(config, rest))
    if (mode === 'demo' && config.SIMULATOR && config.mqttTls)
      throw new WrongSetting('The devices of the demo speak no TLS: unset MQTT_TLS_CERT, or set SIMULATOR=0.')
    const log = openLog(mode === 'demo' && !process.env.LOG_LEVEL ? 'warn' : config.LOG_LEVEL)
    const starting = startProduct(mode, config, log)
    stopOnSignal(starting, log)
    await starting
  } catch (error) {
    const sentence = explainStart(error, process.env.DATABASE_URL)
    if (sentence === undefined) throw error
    process.stderr.write(`\n${sentence}\n`)
    process.exit(1)
  }
}

async function startProduct(mode: Mode, config: Config, log: Log): Promise<Product> {
  const database = await openEngine(config, log)
  let server: RunningServer
  try {
    server = await startServer({
      config,
      connection: database.connection,
      log,
      buildVersion: buildVersion(),
      prepare: (db, pool) =>
        mode === 'demo' ? insertDemo(config, log, { db, pool }) : makeConfiguredAdministrator(config, db),
    })
  } catch (error) {
    await database.stop()
    throw error
  }
  database.ended?.then(() => exitWithDatabase(log), log.error)
  const closing = new AbortController()
  let simulator: Awaited<ReturnType<typeof simulate>> | undefined
  const close = async () => {
    closing.abort()
    await simulator?.close()
    await server.close()
    await database.stop()
  }
  try {
    if (mode === 'demo') {
      if (config.SIMULATOR) simulator = await simulate(config, server, log)
      await startDemoWork(config, server, log, closing.signal)
    }
    await welcome(mode, config, server)
    makeApiDocument(server, log)
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

function exitWithDatabase(log: Log): void {
  log.fatal('the database process ended')
  process.exit(1)
}

async function insertDemo(config: Config, log: Log, { db, pool }: { db: Database; pool: pg.Pool }) {
  const { seedDemo } = await import('./demo/seedDemo.ts')
  const progress = (text: string) => say(`  ${text}`)
  await seedDemo({ db, pool, log, encryptor: openEncryptor(config), progress })
}

/** Builds the OpenAPI document in advance: it takes a second or two, and no caller should wait for it. */
function makeApiDocument({ app }: RunningServer, log: Log): void {
  app.inject('/api/openapi.json').catch((err: unknown) => log.warn({ err }, 'the API document'))
}

/** Starts the work that continues the demo's data. */
async function startDemoWork(
  config: Config,
  server: RunningServer,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (config.SIMULATOR) {
    const { fillForecastRecord } = await import('./demo/fillForecastRecord.ts')
    void fillForecastRecord({ db: server.db, encryptor: server.encryptor }, log, signal)
  }
  const { keepReportingWeather } = await import('./demo/reportWeather.ts')
  void keepReportingWeather(server.db, log, signal)
}

async function simulate(config: Config, server: RunningServer, log: Log) {
  const { startSimulator } = await import('./demo/simulator.ts')
  return startSimulator({
    mqttUrl: config.MQTT_URL ?? `mqtt://127.0.0.1:${server.mqttPort}`,
    db: server.db,
    log,
  })
}

async function welcome(mode: Mode, config: Config, server: RunningServer): Promise<void> {
  const address = config.PUBLIC_URL ?? `http://localhost:${server.port}`
  if (mode === 'demo') {
    say(`\nUllage is ready: ${address}\n`)
    say('  Sign in as administrator@ullage.example with the password Ullage#2026.')
    say(
      '  One account for each login type: employee, customer-support, developer, csr, producer, dispatcher,',
    )
    say(
      '  technician, driver, dispenser-mgr, d-acct-mgr, v-acct-mgr, customer, customer-readonly, distributor,',
    )
    say('  vendor (each @ullage.example, the same password).\n')
    return
  }
  if (await hasUsers(server.db)) {
    say(`Ullage is ready: ${address}`)
    return
  }
  const token = await issueSetupToken(server.db)
  say(
    `Ullage is ready. Create the first administrator here (the link works once):\n${address}/session/setup/${token}`,
  )
}

/** Creates the first administrator from the settings if there is no user yet: before the server listens. */
async function makeConfiguredAdministrator(config: Config, db: Database): Promise<void> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  if (!username || !password || (await hasUsers(db))) return
  const name = { first_name: 'First', last_name: 'Administrator', phone_number: '+13135550100' }
  await db
    .transaction()
    .execute((transaction) =>
      createFirstAdministrator(
        { db: transaction, now: new Date(), encryptor: openEncryptor(config) },
        { username, password, ...name },
      ),
    )
  say(`The first administrator is ${username}.`)
}

/**
 * The first signal lets everything finish, also a start in progress; a second one exits at once. A start that fails is reported by the code
 * that waits for it.
 */
function stopOnSignal(starting: Promise<Product>, log: Log): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('stopping')
    starting
      .then((product) => product.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function buildVersion(): string {
  try {
    return fs.readFileSync(path.join(projectRoot, 'dist/build.txt'), 'utf8').trim()
  } catch {
    return `development-${randomBytes(3).toString('hex')}`
  }
}
