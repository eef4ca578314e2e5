import { setTimeout as pause } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import type { BrokerSlots } from './brokerSlots.ts'
import type { Log } from './log.ts'
import { type MqttGateway, type MqttHandlers, UP } from './mqtt.ts'

/** The client library hands over one message at a time a connection: several keep a batch of uplinks full. */
const CONNECTIONS = 8
const RETRY_MS = 2_000
/** Well before any device: some brokers forget shared subscriptions when they are restarted. */
const RECONNECT_MS = 100
/** How often a server says that it lives, and looks for places whose server does not. */
const BEAT_MS = 5_000
/** A place that was taken over is empty when nothing came for so long. */
const QUIET_MS = 3_000
/** How often a connection without traffic is asked for a sign of life. */
const PING_MS = 20_000
const SHARED = '$share/ullage/ullage/+/up'
const SESSION_SECONDS = 7 * 86_400

interface Place {
  client: MqttClient
  /** When the last message came or was done with, epoch milliseconds; messages in hand. */
  lastAt: number
  inHand: number
  /** Ends the connection, and with `forGood` the session as well. */
  end: (forGood?: boolean) => Promise<void>
}

/**
 * The door at an external broker. Several servers share the devices' messages by a shared subscription; each has
 * places of its own there, so that what came while it was restarted waits for it, and empties the places of servers
 * that have gone. Who may publish as whom is the broker's matter (`docs/operations.md` shows how).
 */
export async function openExternalBroker(
  { url, slots }: { url: string; slots: BrokerSlots },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttGateway> {
  let closed = false
  let isAway = false
  const places = new Map<string, Place>()
  /** Those of them that are left as soon as they are empty. */
  const borrowed = new Set<Place>()

  /** The broker hears of a message only when it is stored; until the database is back it is tried again. */
  async function receive(publicId: string, payload: Buffer): Promise<void> {
    while (!closed) {
      try {
        return await handlers.receive(publicId, payload, null)
      } catch (error) {
        log.warn({ err: error }, 'a message of the broker waits')
        await pause(RETRY_MS)
      }
    }
    throw new Error('closed')
  }

  function open(clientId: string, onConnect: (client: MqttClient) => void): Place {
    const client = mqtt.connect(url, {
      protocolVersion: 5,
      clean: false,
      clientId,
      // Few at once: what the broker says to us waits behind them.
      properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: 10 },
      reconnectPeriod: RECONNECT_MS,
      // The library's own would take the answer to its question for lost while that waits behind messages.
      keepalive: 0,
      // We subscribe at every connect ourselves, also where the broker says that it has kept our session.
      resubscribe: false,
    })
    const place: Place = { client, lastAt: Date.now(), inHand: 0, end: async () => {} }
    client.on('error', (error) => {
      if (!isAway) log.warn({ err: error }, 'the MQTT broker does not answer')
      isAway = true
    })
    client.handleMessage = (packet, done) => {
      const publicId = UP.exec(packet.topic)?.[1]
      if (!publicId) return done()
      place.inHand += 1
      receive(publicId, Buffer.from(packet.payload as Buffer))
        .then(
          () => done(),
          (error: unknown) => done(error as Error),
        )
        .finally(() => {
          place.inHand -= 1
          place.lastAt = Date.now()
        })
    }
    client.on('connect', () => {
      if (isAway) log.info('the MQTT broker is back')
      isAway = false
      place.lastAt = Date.now()
      onConnect(client)
    })
    const stopWatching = watchSilence(place)
    place.end = async (forGood = false) => {
      stopWatching()
      places.delete(clientId)
      await client.endAsync(false, forGood ? { properties: { sessionExpiryInterval: 0 } } : {})
    }
    places.set(clientId, place)
    return place
  }

  function subscribe(client: MqttClient): void {
    client.subscribe(SHARED, { qos: 1 }, (error) => {
      // Without a reason of the broker's the line was lost, and the next connection subscribes again.
      if (error && typeof (error as { code?: unknown }).code === 'number')
        log.error({ err: error }, 'the MQTT broker refused the subscription')
    })
  }

  /**
   * Takes what waits in a place whose server has gone. No new messages are wanted there, so the subscription ends first;
   * when nothing comes any more, so does the session.
   */
  async function empty(clientId: string): Promise<void> {
    let isUnsubscribed = false
    const place = open(clientId, (client) => {
      isUnsubscribed = false
      client.unsubscribe(SHARED, () => {
        isUnsubscribed = client.connected
        place.lastAt = Date.now()
      })
    })
    borrowed.add(place)
    log.info({ place: clientId }, 'the queue of a server that has gone is taken over')
    while (!closed && places.get(clientId) === place) {
      await pause(QUIET_MS / 10, undefined, { ref: false })
      const isQuiet = place.inHand === 0 && Date.now() - place.lastAt > QUIET_MS
      if (!isUnsubscribed || !place.client.connected || !isQuiet) continue
      await place.end(true)
      await slots.forget(clientId)
    }
    borrowed.delete(place)
  }

  for (const clientId of await slots.acquire(CONNECTIONS)) open(clientId, subscribe)

  async function beat(): Promise<void> {
    const mine = await slots.renew()
    // A place that another server has by now: two with one client id would throw each other off for ever.
    for (const [clientId, place] of places) if (!mine.has(clientId)) await place.end()
    if (closed) return
    for (const clientId of await slots.takeOver()) {
      empty(clientId).catch((error: unknown) => log.warn({ err: error }, 'a queue could not be emptied'))
    }
    const missing = CONNECTIONS - [...places.values()].filter((place) => !borrowed.has(place)).length
    if (missing > 0) for (const clientId of await slots.acquire(missing)) open(clientId, subscribe)
  }

  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => log.debug({ err: error }, 'the places at the broker could not be renewed'))
      .finally(() => {
        beating = undefined
      })
  }, BEAT_MS)
  const living = () => [...places.values()].find(({ client }) => client.connected)?.client
  return {
    reaches: () => living() !== undefined,
    send: async (publicId, message) => {
      const client = living()
      if (!client) return false
      await client.publishAsync(`ullage/${publicId}/down`, JSON.stringify(message), { qos: 1 })
      return true
    },
    drop: () => {},
    close: async () => {
      closed = true
      clearInterval(timer)
      await beating
      await Promise.all([...places.values()].map((place) => place.end()))
      await slots
        .release()
        .catch((error: unknown) => log.debug({ err: error }, 'the places were not given back'))
    },
  }
}

/** A line that is dead without a word: asked while nothing is in hand, it must say something before the next question. */
function watchSilence(place: Place): () => void {
  const { client } = place
  let asked = false
  client.on('packetreceive', () => {
    asked = false
  })
  client.on('connect', () => {
    asked = false
  })
  const timer = setInterval(() => {
    if (!client.connected || place.inHand > 0) return
    if (asked) return void client.stream.destroy()
    asked = true
    client.sendPing()
  }, PING_MS)
  return () => clearInterval(timer)
}
