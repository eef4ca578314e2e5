import { sql } from 'kysely'
import { deviceOfTopic, matchesTopic } from '#core/domains/telemetry/connections/networkTopic.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MqttHandlers } from '#server/platform/mqtt/mqtt.ts'
import { isTooComplex } from '#server/platform/parseJson.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decodeSparkplug } from './decodeSparkplug.ts'
import type { Delivery, Receive } from './delivery.ts'
import type { Connection } from './openConnections.ts'
import { readAgain } from './readAgain.ts'
import { announceNames, isSparkplug, lacksNames, nameMetrics } from './sparkplugNames.ts'

interface Receiving {
  db: Database
  receive: Receive
  /** The active connection with this id, which may be a cached one. */
  find: (connection_id: number) => Promise<Connection | undefined>
  /** Reads the connection from the database, past the cache. */
  read: (connection_id: number) => Promise<Connection | undefined>
}

type Subscribed = Pick<Connection, 'connection_id' | 'format'> & { mqtt_topic: string }

/** Age (ms) of the known topics from which they are reloaded for a message that matches none. */
const STALE_MS = 1000

/** Receives what networks publish at an external broker, by the topics of their connections. */
export function mqttHandlers(receiving: Receiving): Pick<MqttHandlers, 'topics' | 'deliver'> {
  let known: readonly Subscribed[] = []
  let knownSince = 0

  async function topics(): Promise<readonly string[]> {
    const { rows } = await sql<Subscribed>`
      select connection_id, format, mqtt_topic from connections
      where mqtt_topic is not null and active = 1 order by connection_id`.execute(receiving.db)
    known = rows
    knownSince = Date.now()
    return [...new Set(rows.map(({ mqtt_topic }) => mqtt_topic))]
  }

  const matching = (topic: string) => known.filter(({ mqtt_topic }) => matchesTopic(mqtt_topic, topic))

  async function deliver(topic: string, payload: Buffer): Promise<void> {
    // A message from the queue of a server that is gone may have a topic that only that server knew.
    if (matching(topic).length === 0 && Date.now() - knownSince > STALE_MS) await topics()
    for (const connection of matching(topic)) {
      await deliverTo(receiving, connection, topic, payload).catch((error: unknown) => {
        // The connection was archived: a resent message would be refused forever.
        if (!(error instanceof Refusal) || error.status === 503) throw error
      })
    }
  }

  return { topics, deliver }
}

async function deliverTo(
  { db, receive, find, read }: Receiving,
  { connection_id, format, mqtt_topic }: Subscribed,
  topic: string,
  payload: Buffer,
) {
  const isOfSparkplug = format === 'sparkplug'
  const message = isOfSparkplug ? decodeSparkplug(topic, payload) : parse(payload)
  const device = isOfSparkplug ? null : deviceOfTopic(mqtt_topic, topic)
  const isBirth = isOfSparkplug && (await announceNames(db, connection_id, message.body))
  const delivery: Delivery = {
    ...message,
    device,
    receivedAt: Date.now(),
    transport: 'mqtt',
    address: null,
  }
  const { unread } = await receive(() => find(connection_id), delivery)
  // Another server, or another message here, may have received the birth before this one was stored.
  const isNamedNow =
    lacksNames(message.body) && unread > 0 && !lacksNames(await nameMetrics(db, connection_id, message.body))
  if ((!isBirth && !isNamedNow) || !isSparkplug(message.body)) return
  const { device: own, node } = message.body
  await readAgain(db, { receive, read }, { connection_id, device_key: own ?? node, reason: 'birth_missing' })
}

function parse(payload: Buffer): Pick<Delivery, 'body' | 'text'> {
  const text = payload.toString('utf8')
  try {
    return { text, body: isTooComplex(text) ? undefined : JSON.parse(text) }
  } catch {
    return { text, body: undefined }
  }
}
