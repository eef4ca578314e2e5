import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { openMailer } from '#server/domains/mail/sendWaitingMails.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { openIntake, type UplinkIntake } from '#server/domains/telemetry/acceptUplink.ts'
import { openMqttDoor } from '#server/domains/telemetry/mqttDoor.ts'
import { ensureComingPartitions } from '#server/domains/telemetry/partitions.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { startWorker } from '#server/platform/events.ts'
import { type Listener, openListener } from '#server/platform/listen.ts'
import { openLiveHub } from '#server/platform/live.ts'
import type { Log } from '#server/platform/log.ts'
import { type Metrics, openMetrics } from '#server/platform/metrics.ts'
import { migrate } from '#server/platform/migrate.ts'
import { type MqttDoor, openEmbeddedBroker, openExternalBroker } from '#server/platform/mqtt.ts'
import { startSchedule } from '#server/platform/schedule.ts'
import { openSeal } from '#server/platform/seal.ts'
import { buildApi } from './api.ts'
import { seedBase } from './seedBase.ts'
import { subscribers } from './subscribers.ts'
import { scheduledTasks } from './tasks.ts'
import { protect, serveClient, serveDocs, serveMetrics } from './web.ts'

export interface RunningServer {
  app: FastifyInstance
  db: Database
  pool: pg.Pool
  metrics: Metrics
  port: number
  mqttPort: number | null
  /** Finishes what is under way, then lets go of everything. */
  close: () => Promise<void>
}

export interface ServerOptions {
  config: Config
  connection: pg.PoolConfig
  log: Log
  buildVersion: string
  /** Without it nothing happens by the clock: tests call what they want to see. */
  withSchedule?: boolean
  /** Between the migrations and the opening of the doors. */
  prepare?: (db: Database, pool: pg.Pool) => Promise<void>
}

/** The whole server on a database that answers: tables brought up to date, doors opened, clocks started. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, connection, log } = options
  const { db, pool } = openDatabase({ ...connection, max: config.DATABASE_POOL })
  await migrate(db)
  await seedBase(db)
  await ensureComingPartitions(pool, Date.now())
  await options.prepare?.(db, pool)
  const metrics = openMetrics()
  const listener = await openListener(
    connection,
    ['live', 'events', 'commands', 'access', 'definitions'],
    log,
  )
  const intake = openIntake({ pool, log, metrics })
  const live = openLiveHub(listener, metrics)
  let ready = true
  const app = await buildApi({
    db,
    config,
    log,
    metrics,
    services: {
      db,
      intake,
      live,
      seal: openSeal(config),
      buildVersion: options.buildVersion,
      publicUrl: config.publicUrl,
      isReady: () => ready,
      onAccessChanged: (hear) => {
        listener.on('access', hear)
        listener.onReconnect(hear)
      },
      onDefinitionsChanged: (hear) => {
        const again = () => void hear().catch((error) => log.error(error, 'user-defined fields'))
        listener.on('definitions', again)
        listener.onReconnect(again)
      },
    },
    dress: async (server) => {
      await protect(server, config)
      await serveClient(server, config, {
        buildVersion: options.buildVersion,
        tilesUrl: async () => (await readSettings(db)).map_tiles_url ?? null,
      })
      await serveDocs(server)
      serveMetrics(server, config, metrics)
    },
  })
  const worker = startWorker(db, subscribers, log)
  listener.on('events', worker.wake)
  listener.onReconnect(worker.wake)
  const mailer = config.SMTP_URL
    ? openMailer(db, { smtpUrl: config.SMTP_URL, publicUrl: config.publicUrl }, log)
    : undefined
  const tasks = options.withSchedule === false ? [] : scheduledTasks(pool, mailer)
  const schedule = startSchedule(db, tasks, log)
  const letGo = async () => {
    await schedule.close()
    mailer?.close()
    await worker.close()
    await listener.close()
    await db.destroy()
  }
  const { port, door } = await openDoors(options, { app, db, intake, listener, metrics }).catch(
    async (error: unknown) => {
      live.close()
      await app.close()
      await letGo()
      throw error
    },
  )
  const metricsServer = openMetricsPort(config, metrics)

  return {
    app,
    db,
    pool,
    metrics,
    port,
    mqttPort: 'port' in door ? Number(door.port) : null,
    close: async () => {
      ready = false
      live.close()
      metricsServer?.close()
      // Devices first: what they have handed in is stored and acknowledged before anything else ends.
      const doorClosed = door.close()
      await intake.close()
      await doorClosed
      await app.close()
      await letGo()
    },
  }
}

interface Inside {
  app: FastifyInstance
  db: Database
  intake: UplinkIntake
  listener: Listener
  metrics: Metrics
}

async function openDoors(options: ServerOptions, inside: Inside) {
  const port = await listen(inside.app, options.config)
  return { port, door: await openDoor(options, inside) }
}

async function listen(app: FastifyInstance, { PORT, HOST }: Config): Promise<number> {
  await app.listen({ port: PORT, host: HOST })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : PORT
}

async function openDoor(
  { config, log }: ServerOptions,
  { db, intake, listener, metrics }: Inside,
): Promise<MqttDoor> {
  const { MQTT_URL, MQTT_PORT, HOST, SERVER_NAME } = config
  const count = (connections: number) => metrics.mqttConnections.set(connections)
  if (MQTT_URL) {
    return openMqttDoor({
      db,
      intake,
      listener,
      log,
      count,
      open: (handlers) => openExternalBroker({ url: MQTT_URL, name: SERVER_NAME }, handlers, log),
    })
  }
  return openMqttDoor({
    db,
    intake,
    listener,
    log,
    count,
    open: (handlers) => openEmbeddedBroker({ host: HOST, port: MQTT_PORT }, handlers, log),
  })
}

function openMetricsPort({ METRICS_PORT, HOST }: Config, { registry }: Metrics): http.Server | undefined {
  if (METRICS_PORT === undefined) return undefined
  const server = http.createServer((_, answer) => {
    registry.metrics().then(
      (text) => answer.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => answer.writeHead(500).end(),
    )
  })
  return server.listen(METRICS_PORT, HOST)
}

/** Whether there is anybody who can sign in yet. */
export async function hasUsers(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from users) as any`.execute(db)
  return rows[0]!.any
}
