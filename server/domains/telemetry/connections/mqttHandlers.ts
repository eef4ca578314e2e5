import { sql } from 'kysely'
import { deviceOfTopic, matchesTopic } from '#core/domains/telemetry/connections/networkTopic.ts'
import type { Database } from '#server/platform/database.ts'
import type { MqttHandlers } from '#server/platform/mqtt.ts'
import { isTooComplex } from '#server/platform/parseJson.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Delivery, DeliveryOutcome } from './delivery.ts'
import type { Connection } from './openConnections.ts'

interface Receiving {
  db: Database
  receive: (look: () => Promise<Connection | undefined>, delivery: Delivery) => Promise<DeliveryOutcome>
  find: (connection_id: number) => Promise<Connection | undefined>
}

interface Subscribed {
  connection_id: number
  mqtt_topic: string
}

/** Age (ms) of the known topics from which they are read again for a message that matches none. */
const STALE_MS = 1000

/** Receives what networks publish at an external broker, by the topics of their connections. */
export function mqttHandlers({ db, receive, find }: Receiving): Pick<MqttHandlers, 'topics' | 'deliver'> {
  let known: readonly Subscribed[] = []
  let knownSince = 0

  async function topics(): Promise<readonly string[]> {
    const { rows } = await sql<Subscribed>`
      select connection_id, mqtt_topic from connections
      where mqtt_topic is not null and active = 1 order by connection_id`.execute(db)
    known = rows
    knownSince = Date.now()
    return [...new Set(rows.map(({ mqtt_topic }) => mqtt_topic))]
  }

  const matching = (topic: string) => known.filter(({ mqtt_topic }) => matchesTopic(mqtt_topic, topic))

  async function deliver(topic: string, payload: Buffer): Promise<void> {
    // A message from the queue of a server that is gone may have a topic that only that server knew.
    if (matching(topic).length === 0 && Date.now() - knownSince > STALE_MS) await topics()
    for (const { connection_id, mqtt_topic } of matching(topic)) {
      const delivery: Delivery = {
        ...parse(payload),
        device: deviceOfTopic(mqtt_topic, topic),
        receivedAt: Date.now(),
        transport: 'mqtt',
        address: null,
      }
      await receive(() => find(connection_id), delivery).catch((error: unknown) => {
        // The connection was archived: sent again, the message would be refused for ever.
        if (!(error instanceof Refusal) || error.status === 503) throw error
      })
    }
  }

  return { topics, deliver }
}

function parse(payload: Buffer): Pick<Delivery, 'body' | 'text'> {
  const text = payload.toString('utf8')
  try {
    return { text, body: isTooComplex(text) ? undefined : JSON.parse(text) }
  } catch {
    return { text, body: undefined }
  }
}
