// Deliberately long: everything that starts and stops together is here, in its order.

import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { lockDevicesOfEvents } from '#server/domains/devices/lockDevices.ts'
import type { Mailer } from '#server/domains/mail/sendWaitingMails.ts'
import { type SmsProvider, twilioProvider } from '#server/domains/notifications/channels/smsProvider.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { openReceiver, type Receiver } from '#server/domains/telemetry/connections/receiveUplinks.ts'
import { openMqttGateway } from '#server/domains/telemetry/intake/mqttGateway.ts'
import { ensureComingPartitions } from '#server/domains/telemetry/intake/partitions.ts'
import { openUplinkQueue, type UplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import { openTravelTimes, type TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { type Config, WrongSetting } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { type Listener, openListener } from '#server/platform/database/listen.ts'
import { explainingListen, listenOn } from '#server/platform/database/listenOn.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { CHANNELS } from '#server/platform/database/notify.ts'
import { checkStandby, openStandby, type Standby } from '#server/platform/database/standby.ts'
import { waitForDatabase } from '#server/platform/database/waitForDatabase.ts'
import { type Encryptor, openEncryptor } from '#server/platform/encryptor.ts'
import type { CallServices } from '#server/platform/http/http.ts'
import { emit, startWorker } from '#server/platform/jobs/events.ts'
import { startSchedule } from '#server/platform/jobs/schedule.ts'
import { openLiveHub, userOfAccessMessage } from '#server/platform/live.ts'
import type { Log } from '#server/platform/log.ts'
import { type Metrics, openMetrics, readFigures } from '#server/platform/metrics.ts'
import { openBrokerSlots } from '#server/platform/mqtt/brokerSlots.ts'
import { type MqttGateway, openEmbeddedBroker } from '#server/platform/mqtt/mqtt.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { withTimeout } from '#server/platform/withTimeout.ts'
import { visibleKindsOf } from '#server/resources/rights/visibleKindsOf.ts'
import { buildApi } from './api.ts'
import { type Archive, startArchive } from './archiving.ts'
import { seedBase } from './base/seedBase.ts'
import { checkSealKey } from './checkSealKey.ts'
import { reencryptSecrets } from './commands/reencryptSecrets.ts'
import type { Services } from './domainCalls.ts'
import { addArchiveGauges, addGauges } from './gauges.ts'
import { readReadiness } from './readiness.ts'
import { startBackups } from './scheduledBackups.ts'
import { subscribers } from './subscribers.ts'
import { scheduledTasks } from './tasks.ts'
import { addSecurityHeaders, serveClient, serveDocs, serveMetrics } from './web.ts'

export interface RunningServer {
  app: FastifyInstance
  db: Database
  pool: pg.Pool
  metrics: Metrics
  encryptor: Encryptor
  archive: Archive | undefined
  port: number
  mqttPort: number | null
  /** Finishes work in progress, then releases everything. */
  close: () => Promise<void>
}

export interface ServerOptions {
  config: Config
  connection: pg.PoolConfig
  log: Log
  buildVersion: string
  /** Without it no scheduled work runs: tests call it themselves. */
  withSchedule?: boolean
  /** Receives each response with the call that it belongs to. */
  onResponse?: CallServices['onResponse']
  /** Runs after the migrations and before the server listens. */
  prepare?: (db: Database, pool: pg.Pool) => Promise<void>
}

/** Starts the whole server on a database that answers: migrates the tables, listens, starts the schedule. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options
  const encryptor = openEncryptor(config)
  await prepareDatabase(options, encryptor)
  const tracing = await openTracing(options)
  const { db, pool, listener, closeDatabase } = await connect(options, tracing)
  const metrics = openMetrics()
  const intake = await openUplinkQueue({ pool, log, metrics, recordsOfCompany: config.RECORDS_OF_COMPANY })
  const receiver = openReceiver({ db, queue: intake, log })
  const standby = await openStandbyOf(options, { db, listener })
  const failingTasks = new Set<string>()
  addGauges(metrics, { db, pool, intake, listener, standby, failingTasks, config })
  const live = openLiveHub(listener, metrics, visibleKindsOf, standby?.whenSeen)
  let closing = false
  const travel = openTravelTimesOf(config, log)
  const sms = smsProviderOf(config)
  const app = await buildApi({
    ...{ db, standby, config, log, metrics, tracing },
    onResponse: options.onResponse,
    services: {
      ...{ db, intake, receiver, live, encryptor, travel },
      buildVersion: options.buildVersion,
      publicUrl: config.publicUrl,
      transports: { sms, isMailReady: config.SMTP_URL !== undefined },
      readFigures: (names) => readFigures(metrics.registry, names),
      readiness: () => readReadiness({ db, intake, listener, isClosing: () => closing }),
      ...changesReceivedBy(listener, log),
    },
    registerPlugins: (server) => registerPlugins(server, options, { db, metrics }),
  })
  const work = await startWork(options, {
    ...{ db, pool, listener, encryptor, metrics, tracing, failingTasks, sms, travel },
  })
  const releaseAll = async () => {
    await withTimeout(STOP_MS.work, work.close())
    const tracingEnds = tracing
      ?.close()
      .catch((err: unknown) => log.warn({ err }, 'the last traces are lost'))
    await Promise.all([
      withTimeout(STOP_MS.database, Promise.all([listener.close(), tracingEnds])),
      standby?.close(),
      closeDatabase(),
    ])
  }
  const { port, transport, metricsServer } = await openTransports(options, {
    ...{ app, db, intake, receiver, listener, metrics },
  }).catch(async (error: unknown) => {
    live.close()
    await closeApp(app)
    await releaseAll()
    throw error
  })

  return {
    ...{ app, db, pool, metrics, encryptor, port },
    archive: work.archive,
    mqttPort: 'port' in transport ? Number(transport.port) : null,
    close: async () => {
      closing = true
      live.close()
      metricsServer?.close()
      // The intake stops after its sources, so that uplinks in flight are stored and acknowledged.
      await Promise.all([withTimeout(STOP_MS.transports, transport.close()), closeApp(app)])
      await withTimeout(STOP_MS.transports, intake.close())
      await releaseAll()
    },
  }
}

/** Opens the pool and the listener, which replaces lost connections. */
async function connect({ config, connection, log }: ServerOptions, tracing: Tracing | undefined) {
  const { db, pool, ...database } = openDatabase(
    { ...connection, max: config.DATABASE_POOL },
    { onStatement: tracing?.noteStatement },
  )
  if (!config.DATABASE_URL) await waitForDatabase(pool, log)
  const listener = await openListener({ connection, channels: CHANNELS, log, onSilence: database.renew })
  listener.onReconnect(() => {
    database
      .endLost()
      .catch((error: unknown) => log.warn({ err: error }, 'lost connections still hold locks'))
  })
  return { db, pool, listener, closeDatabase: database.close }
}

async function openStandbyOf(
  { config, connection, log }: ServerOptions,
  { db, listener }: { db: Database; listener: Listener },
): Promise<Standby | undefined> {
  const { DATABASE_READ_URL: address, DATABASE_POOL: connections } = config
  return address ? openStandby({ connection, db, listener, log, address, connections }) : undefined
}

function openTravelTimesOf({ ROUTING_URL, ROUTING_PRIVATE, ROUTING_SPEED }: Config, log: Log): TravelTimes {
  return openTravelTimes({ url: ROUTING_URL, isPrivateAllowed: ROUTING_PRIVATE, speed: ROUTING_SPEED, log })
}

function smsProviderOf({ SMS_URL, SMS_FROM }: Config): SmsProvider | undefined {
  return SMS_URL && SMS_FROM ? twilioProvider(SMS_URL, SMS_FROM) : undefined
}

/** Changes that other servers announce; after a lost connection, everything may have changed. */
function changesReceivedBy(
  listener: Listener,
  log: Log,
): Pick<Services, 'onAccessChanged' | 'onDefinitionsChanged'> {
  return {
    onAccessChanged: (call) => {
      listener.on('access', (payload) => call(userOfAccessMessage(payload)))
      listener.onReconnect(() => call())
    },
    onDefinitionsChanged: (call) => {
      const again = () => void call().catch((error) => log.error(error, 'user-defined fields'))
      listener.on('definitions', again)
      listener.onReconnect(again)
    },
  }
}

/** OpenTelemetry is loaded only if a collector is configured. */
async function openTracing({ config, buildVersion }: ServerOptions): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name } = config
  if (!endpoint) return undefined
  const { startTracing } = await import('#server/platform/tracing.ts')
  return startTracing(endpoint, { name, version: buildVersion })
}

/** Headers, the client, documents and metrics around the API. */
async function registerPlugins(
  server: FastifyInstance,
  { config, buildVersion }: ServerOptions,
  { db, metrics }: { db: Database; metrics: Metrics },
): Promise<void> {
  await addSecurityHeaders(server, config)
  await serveClient(server, config, {
    buildVersion,
    tilesUrl: async () => (await readSettings(db)).map_tiles_url ?? null,
  })
  await serveDocs(server)
  serveMetrics(server, config, metrics)
}

interface WorkFacts {
  db: Database
  pool: pg.Pool
  listener: Listener
  encryptor: Encryptor
  metrics: Metrics
  tracing: Tracing | undefined
  failingTasks: Set<string>
  sms: SmsProvider | undefined
  travel: TravelTimes
}

/** Starts what runs without a call: events, scheduled tasks, backups and the archive. */
async function startWork(options: ServerOptions, facts: WorkFacts) {
  const { db, listener, encryptor, metrics } = facts
  const worker = startEvents(options, facts)
  listener.on('events', worker.wake)
  listener.onReconnect(worker.wake)
  const mailer = await openMailerOf(db, options.config, encryptor, options.log)
  const schedule = startTasks(options, facts, mailer)
  const { backups, archive } = await startCopies(options, facts)
  if (archive) addArchiveGauges(metrics, archive)
  return {
    archive,
    close: async () => {
      mailer?.close()
      await Promise.all([archive?.close(), backups.close(), schedule.close(), worker.close()])
    },
  }
}

function startEvents({ log }: ServerOptions, { db, encryptor, metrics, tracing }: WorkFacts) {
  return startWorker({
    ...{ db, subscribers, log, encryptor },
    lockFirst: lockDevicesOfEvents,
    traced: tracing?.traced,
    onDone: (event) => {
      if (event.name === 'alert.opened') metrics.alertsOpened.inc({ level: event.payload.level })
    },
    onFailure: (event) => metrics.failedEvents.inc({ event }),
  })
}

function startTasks(options: ServerOptions, facts: WorkFacts, mailer: Mailer | undefined) {
  const { db, pool, listener, encryptor, metrics, tracing, failingTasks, sms, travel } = facts
  return startSchedule({
    ...{ db, listener, log: options.log, encryptor },
    tasks: options.withSchedule === false ? [] : scheduledTasks(pool, { mailer, sms }, travel),
    traced: tracing?.traced,
    onFailure: (task) => {
      metrics.failedTasks.inc({ task })
      failingTasks.add(task)
    },
    onSuccess: (task) => failingTasks.delete(task),
  })
}

/** Starts the backups and, if one is configured, the archive. */
async function startCopies(options: ServerOptions, { db, encryptor }: WorkFacts) {
  const { config, connection, log, withSchedule = true } = options
  const onFailure = (reason: string) =>
    emit({ db }, 'backup.failed', [{ reason, at: new Date().toISOString() }])
  const backups = startBackups({
    config: withSchedule ? config : { ...config, BACKUP_DIR: undefined },
    ...{ connection, log, onFailure },
  })
  const { ARCHIVE_URL } = config
  const archive = ARCHIVE_URL
    ? await startArchive({
        config: { ...config, ARCHIVE_URL },
        ...{ connection, db, encryptor, log, withSchedule, onFailure },
      })
    : undefined
  return { backups, archive }
}

/**
 * Timeouts of the shutdown's stages (ms), one after the other: a peer that stopped responding (half a request, a mail server, a database)
 * delays it by at most these ten seconds.
 */
const STOP_MS = { transports: 3_000, calls: 3_000, work: 2_000, database: 2_000 } as const

/** Calls in progress get their responses; an incomplete request is cut off. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), STOP_MS.calls)
  await app.close()
  clearTimeout(timer)
}

/** Migrates the tables and inserts required records, however long that takes. */
async function prepareDatabase(
  { connection, config, log, prepare }: ServerOptions,
  encryptor: Encryptor,
): Promise<void> {
  const { db, pool, close } = openDatabase({ ...connection, max: config.DATABASE_POOL }, { unhurried: true })
  try {
    if (!config.DATABASE_URL) await waitForDatabase(pool, log)
    await refuseTooLargePool(db, config)
    if (config.DATABASE_READ_URL) await checkStandby(config.DATABASE_READ_URL, log)
    await migrate(db)
    await checkSealKey(db, encryptor, config.SEAL_KEY_LOST)
    const { renewed, lost } = await reencryptSecrets(db, encryptor)
    if (renewed > 0) log.info({ renewed }, 'encrypted again with the present key')
    if (lost > 0) log.warn({ lost }, 'encrypted texts that neither SEAL_KEY nor SEAL_KEY_OLD decrypts')
    await seedBase(db)
    await ensureComingPartitions(pool, Date.now())
    await prepare?.(db, pool)
  } finally {
    await close()
  }
}

/** Connections outside the pool: one for LISTEN, one that compares a standby, and two during a backup. */
const EXTRA_CONNECTIONS = 4

/** A pool beyond the database's limit would work until it is full, and then answer 503. @throws WrongSetting */
async function refuseTooLargePool(db: Database, { DATABASE_POOL: size }: Config): Promise<void> {
  const { rows } = await sql<{ most: number }>`
    select least(
      (select sum(case name when 'max_connections' then setting::int else -setting::int end) from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()))::int as most`.execute(
    db,
  )
  const { most } = firstOf(rows)
  if (size + EXTRA_CONNECTIONS <= most) return
  throw new WrongSetting(
    `The setting DATABASE_POOL cannot be used: with ${size} this server needs ${size + EXTRA_CONNECTIONS} connections, ` +
      `and the database takes ${most} in all. Lower it, or raise the database's max_connections.`,
  )
}

interface Inside {
  app: FastifyInstance
  db: Database
  intake: UplinkQueue
  receiver: Receiver
  listener: Listener
  metrics: Metrics
}

/** Listens on all of them, or throws and listens on none. The web comes last: when `/readyz` answers, nothing can fail any more. */
async function openTransports(options: ServerOptions, inside: Inside) {
  const { config } = options
  const transport = await openMqtt(options, inside)
  let metricsServer: http.Server | undefined
  try {
    metricsServer = await openMetricsPort(config, inside.metrics)
    return { transport, metricsServer, port: await listen(inside.app, config) }
  } catch (error) {
    metricsServer?.close()
    await transport.close()
    throw error
  }
}

async function listen(app: FastifyInstance, { PORT: port, HOST: host }: Config): Promise<number> {
  await explainingListen({ host, port }, 'PORT (web)', app.listen({ port, host }))
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function openMqtt(
  { config, log }: ServerOptions,
  { db, intake, receiver, listener, metrics }: Inside,
): Promise<MqttGateway> {
  const { MQTT_URL, MQTT_PORT, HOST, SERVER_NAME, mqttTls } = config
  const count = (connections: number) => metrics.mqttConnections.set(connections)
  const gateway = { db, intake, receiver, listener, log, count }
  if (!MQTT_URL)
    return openMqttGateway({
      ...gateway,
      open: (handlers) => openEmbeddedBroker({ host: HOST, port: MQTT_PORT, tls: mqttTls }, handlers, log),
    })
  const { openExternalBroker } = await import('#server/platform/mqtt/externalBroker.ts')
  return openMqttGateway({
    ...gateway,
    open: (handlers) =>
      openExternalBroker({ url: MQTT_URL, slots: openBrokerSlots(db, SERVER_NAME) }, handlers, log),
  })
}

/** Opens the mail transport, where one is configured; the SMTP code is loaded only then. */
async function openMailerOf(
  db: Database,
  { SMTP_URL: smtpUrl, publicUrl }: Config,
  encryptor: Encryptor,
  log: Log,
): Promise<Mailer | undefined> {
  if (!smtpUrl) return undefined
  const { openMailer } = await import('#server/domains/mail/sendWaitingMails.ts')
  return openMailer(db, { smtpUrl, publicUrl, encryptor }, log)
}

async function openMetricsPort(
  { METRICS_PORT, HOST }: Config,
  { registry }: Metrics,
): Promise<http.Server | undefined> {
  if (METRICS_PORT === undefined) return undefined
  const server = http.createServer((_, response) => {
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await listenOn(server, { host: HOST, port: METRICS_PORT }, 'METRICS_PORT')
  return server
}

/** Whether any user exists yet. */
export async function hasUsers(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from users) as any`.execute(db)
  return firstOf(rows).any
}
