import { setTimeout as pause } from 'node:timers/promises'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import type { BrokerSlots } from './brokerSlots.ts'
import { type MqttGateway, type MqttHandlers, UP } from './mqtt.ts'

const CONNECTIONS = 8
/** Messages of a connection that are stored at once: all connections together fill a transaction of the intake. */
const MAX_IN_PROGRESS = 50
const RETRY_MS = 2_000
/** Well before any device: some brokers forget shared subscriptions when they are restarted. */
const RECONNECT_MS = 100
/** Interval at which a server renews its leases, and looks for expired ones. */
const RENEW_MS = 5_000
/** A slot that was taken over is empty when no message came for this long. */
const QUIET_MS = 3_000
/** Ping interval of a connection without traffic. */
const PING_MS = 20_000
const SHARED = '$share/ullage/ullage/+/up'
/** Servers share the messages of a topic. */
const shared = (topic: string) => `$share/ullage/${topic}`
const SESSION_SECONDS = 7 * 86_400

interface Connection {
  client: MqttClient
  /** When the last message came or was finished (epoch ms), and the messages in progress. */
  lastAt: number
  inHand: number
  /** Resolves when no message is in progress. */
  idle: () => Promise<void>
  /** Ends the connection, and with `forGood` the session as well. */
  end: (forGood?: boolean) => Promise<void>
}

/**
 * The transport of an external broker. Several servers share the devices' messages by a shared subscription; each has slots of its own
 * there, so that messages that arrive during a restart wait for it, and empties the slots of servers that are gone. The broker decides who
 * may publish as whom (`docs/operations.md` shows how).
 */
export async function openExternalBroker(
  { url, slots }: { url: string; slots: BrokerSlots },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttGateway> {
  let closed = false
  let isAway = false
  /** Whether messages cannot be stored: an outage is logged once, not at each retry of each message. */
  let isStuck = false
  /** Subscribed topics of networks. */
  let topics: readonly string[] = []
  const connections = new Map<string, Connection>()
  /** Slots that are released as soon as they are empty. */
  const borrowed = new Set<Connection>()

  /** A message is acknowledged only when it is stored; until the database is back it is retried. */
  async function receive(topic: string, payload: Buffer): Promise<void> {
    const publicId = UP.exec(topic)?.[1]
    while (!closed) {
      try {
        await (publicId ? handlers.receive(publicId, payload, null) : handlers.deliver(topic, payload))
        if (isStuck) log.info('messages of the broker are stored again')
        isStuck = false
        return
      } catch (error) {
        if (!isStuck) log.warn({ err: error }, 'messages of the broker wait')
        isStuck = true
        await pause(RETRY_MS)
      }
    }
    throw new Error('closed')
  }

  function open(clientId: string, onConnect: (client: MqttClient) => void): Connection {
    const client = mqtt.connect(url, {
      protocolVersion: 5,
      clean: false,
      clientId,
      properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: MAX_IN_PROGRESS },
      reconnectPeriod: RECONNECT_MS,
      // `watchSilence` checks the connection by the packets of the broker.
      keepalive: 0,
      // The client subscribes at every connect, even if the broker says that it kept the session.
      resubscribe: false,
    })
    const tasks = new Set<Promise<void>>()
    const connection: Connection = {
      ...{ client, lastAt: Date.now(), inHand: 0 },
      idle: async () => {
        await Promise.all(tasks)
      },
      end: async () => {},
    }
    client.on('error', (error) => {
      if (!isAway) log.warn({ err: error }, 'the MQTT broker does not answer')
      isAway = true
    })
    acknowledgeWhenStored(client, (packet) => {
      connection.inHand += 1
      const task = receive(packet.topic, Buffer.from(packet.payload as Buffer)).finally(() => {
        connection.inHand -= 1
        connection.lastAt = Date.now()
      })
      const done = task.then(
        () => {},
        () => {},
      )
      tasks.add(done)
      void done.then(() => tasks.delete(done))
      return task
    })
    client.on('connect', () => {
      if (isAway) log.info('the MQTT broker is back')
      isAway = false
      connection.lastAt = Date.now()
      onConnect(client)
    })
    const stopWatching = watchSilence(connection)
    connection.end = async (forGood = false) => {
      stopWatching()
      connections.delete(clientId)
      await client.endAsync(false, forGood ? { properties: { sessionExpiryInterval: 0 } } : {})
    }
    connections.set(clientId, connection)
    return connection
  }

  function subscribe(client: MqttClient, filters: readonly string[] = [SHARED, ...topics.map(shared)]): void {
    client.subscribe([...filters], { qos: 1 }, (error) => {
      // Without a reason code of the broker the connection was lost, and the next one subscribes again.
      if (error && typeof (error as { code?: unknown }).code === 'number')
        log.error({ err: error }, 'the MQTT broker refused the subscription')
    })
  }

  /**
   * Takes the messages that wait in a slot whose server is gone. The slot must get no new messages, so the subscription ends first; when no
   * more messages come, the session ends.
   */
  async function empty(clientId: string): Promise<void> {
    let isUnsubscribed = false
    const connection = open(clientId, (client) => {
      isUnsubscribed = false
      client.unsubscribe([SHARED, ...topics.map(shared)], () => {
        isUnsubscribed = client.connected
        connection.lastAt = Date.now()
      })
    })
    borrowed.add(connection)
    log.info({ slot: clientId }, 'the queue of a server that has gone is taken over')
    while (!closed && connections.get(clientId) === connection) {
      await pause(QUIET_MS / 10, undefined, { ref: false })
      const isQuiet = connection.inHand === 0 && Date.now() - connection.lastAt > QUIET_MS
      if (!isUnsubscribed || !connection.client.connected || !isQuiet) continue
      await connection.end(true)
      await slots.forget(clientId)
    }
    borrowed.delete(connection)
  }

  /** Subscribes to the topics that connections have got, and leaves those that they no longer have. */
  async function renewTopics(): Promise<void> {
    const now = await handlers.topics()
    const added = now.filter((topic) => !topics.includes(topic))
    const gone = topics.filter((topic) => !now.includes(topic))
    topics = now
    for (const connection of connections.values()) {
      // One that is not connected subscribes to all of them when it is.
      if (borrowed.has(connection) || !connection.client.connected) continue
      if (added.length > 0) subscribe(connection.client, added.map(shared))
      if (gone.length > 0) connection.client.unsubscribe(gone.map(shared))
    }
  }

  topics = await handlers.topics()
  for (const clientId of await slots.acquire(CONNECTIONS)) open(clientId, (client) => subscribe(client))

  async function beat(): Promise<void> {
    const mine = await slots.renew()
    // Another server has the slot by now: two clients with one id would disconnect each other for ever.
    for (const [clientId, connection] of connections) if (!mine.has(clientId)) await connection.end()
    if (closed) return
    for (const clientId of await slots.takeOver()) {
      empty(clientId).catch((error: unknown) => log.warn({ err: error }, 'a queue could not be emptied'))
    }
    const missing =
      CONNECTIONS - [...connections.values()].filter((connection) => !borrowed.has(connection)).length
    if (missing > 0)
      for (const clientId of await slots.acquire(missing)) open(clientId, (client) => subscribe(client))
    await renewTopics()
  }

  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => log.debug({ err: error }, 'the slots at the broker could not be renewed'))
      .finally(() => {
        beating = undefined
      })
  }, RENEW_MS)
  const living = () => [...connections.values()].find(({ client }) => client.connected)?.client
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
      await Promise.all(
        [...connections.values()].map(async (connection) => {
          await connection.idle()
          await connection.end()
        }),
      )
      await slots
        .release()
        .catch((error: unknown) => log.debug({ err: error }, 'the slots were not released'))
    },
  }
}

/**
 * Lets a client take its next message while earlier ones are in progress, and sends each PUBACK when its own message is done. The library
 * does one after the other: it reads nothing until it has acknowledged a message of QoS 1. Marked as QoS 0, a message is passed on without
 * an acknowledgement, which is sent here. A broker may exceed its allowance (mosquitto 2.0.11 does, from its queue): beyond `MAX_IN_PROGRESS` the
 * client reads on only when a message is done.
 * @param work rejects when the message must come again: it is not acknowledged.
 */
function acknowledgeWhenStored(client: MqttClient, work: (packet: IPublishPacket) => Promise<void>): void {
  const unacknowledged = new WeakSet<IPublishPacket>()
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1) return
    packet.qos = 0
    unacknowledged.add(packet)
  })
  let inHand = 0
  let readOn: (() => void) | undefined
  client.handleMessage = (packet, next) => {
    const { stream } = client
    inHand += 1
    const { messageId } = packet
    const isAwaited = unacknowledged.has(packet)
    work(packet)
      .then(
        () => {
          // On a new connection the broker sends the message again, and its packet id may belong to another message.
          if (isAwaited && client.connected && client.stream === stream)
            client['_sendPacket']({ cmd: 'puback', messageId, reasonCode: 0 })
        },
        () => {},
      )
      .finally(() => {
        inHand -= 1
        // Reading on may deliver the next message at once, and set it again.
        const goOn = readOn
        readOn = undefined
        goOn?.()
      })
    if (inHand <= MAX_IN_PROGRESS) next()
    else readOn = next
  }
}

/** Detects a dead connection: if no packet follows a ping before the next one, and no message is in progress, the stream is destroyed. */
function watchSilence(connection: Connection): () => void {
  const { client } = connection
  let isPinged = false
  client.on('packetreceive', () => {
    isPinged = false
  })
  client.on('connect', () => {
    isPinged = false
  })
  const timer = setInterval(() => {
    if (!client.connected || connection.inHand > 0) return
    if (isPinged) return void client.stream.destroy()
    isPinged = true
    client.sendPing()
  }, PING_MS)
  return () => clearInterval(timer)
}
