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
 * The transport of an external broker. Several servers share the devices' messages by a shared subscription; each has its own slots
 * there, so that messages that arrive during a restart wait for it, and empties the slots of servers that are gone. The broker decides who
 * may publish as whom (`docs/operations.md` shows how).
 */
export async function openExternalBroker(
  { url, slots }: { url: string; slots: BrokerSlots },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttGateway> {
  const broker = new ExternalBroker(url, slots, handlers, log)
  await broker.start()
  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    beating ??= broker
      .beat()
      .catch((error: unknown) => log.debug({ err: error }, 'the slots at the broker could not be renewed'))
      .finally(() => {
        beating = undefined
      })
  }, RENEW_MS)
  return {
    reaches: () => broker.living() !== undefined,
    send: async (publicId, message) => {
      const client = broker.living()
      if (!client) return false
      await client.publishAsync(`ullage/${publicId}/down`, JSON.stringify(message), { qos: 1 })
      return true
    },
    drop: () => {},
    close: async () => {
      broker.closed = true
      clearInterval(timer)
      await beating
      await broker.endAll()
      await slots
        .release()
        .catch((error: unknown) => log.debug({ err: error }, 'the slots were not released'))
    },
  }
}

/** The connections of this server to the broker, one for each of its slots. */
class ExternalBroker {
  closed = false
  private isAway = false
  /** Whether messages cannot be stored: an outage is logged once, not at each retry of each message. */
  private isStuck = false
  /** Subscribed topics of networks. */
  private topics: readonly string[] = []
  private readonly connections = new Map<string, Connection>()
  /** Slots that are released as soon as they are empty. */
  private readonly borrowed = new Set<Connection>()

  constructor(
    private readonly url: string,
    private readonly slots: BrokerSlots,
    private readonly handlers: MqttHandlers,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    this.topics = await this.handlers.topics()
    await this.acquire(CONNECTIONS)
  }

  /** A client that is connected, if there is one. */
  living(): MqttClient | undefined {
    return [...this.connections.values()].find(({ client }) => client.connected)?.client
  }

  /** Renews the slots of this server, takes over expired ones, and subscribes to new topics. */
  async beat(): Promise<void> {
    const mine = await this.slots.renew()
    // Another server has the slot by now: two clients with one id would disconnect each other forever.
    for (const [clientId, connection] of this.connections) if (!mine.has(clientId)) await connection.end()
    if (this.closed) return
    for (const clientId of await this.slots.takeOver()) {
      this.empty(clientId).catch((error: unknown) =>
        this.log.warn({ err: error }, 'a queue could not be emptied'),
      )
    }
    const own = [...this.connections.values()].filter((connection) => !this.borrowed.has(connection))
    if (own.length < CONNECTIONS) await this.acquire(CONNECTIONS - own.length)
    await this.renewTopics()
  }

  /** Ends all connections when their messages are stored. */
  async endAll(): Promise<void> {
    await Promise.all(
      [...this.connections.values()].map(async (connection) => {
        await connection.idle()
        await connection.end()
      }),
    )
  }

  private async acquire(count: number): Promise<void> {
    for (const clientId of await this.slots.acquire(count))
      this.open(clientId, (client) => this.subscribe(client))
  }

  /** A message is acknowledged only when it is stored; until the database is back it is retried. */
  private async receive(topic: string, payload: Buffer): Promise<void> {
    const publicId = UP.exec(topic)?.[1]
    while (!this.closed) {
      try {
        await (publicId
          ? this.handlers.receive(publicId, payload, null)
          : this.handlers.deliver(topic, payload))
        if (this.isStuck) this.log.info('messages of the broker are stored again')
        this.isStuck = false
        return
      } catch (error) {
        if (!this.isStuck) this.log.warn({ err: error }, 'messages of the broker wait')
        this.isStuck = true
        await pause(RETRY_MS)
      }
    }
    throw new Error('closed')
  }

  private open(clientId: string, onConnect: (client: MqttClient) => void): Connection {
    const client = connect(this.url, clientId)
    const tasks = new Set<Promise<void>>()
    const connection: Connection = {
      ...{ client, lastAt: Date.now(), inHand: 0 },
      idle: async () => {
        await Promise.all(tasks)
      },
      end: async () => {},
    }
    client.on('error', (error) => {
      if (!this.isAway) this.log.warn({ err: error }, 'the MQTT broker does not answer')
      this.isAway = true
    })
    acknowledgeWhenStored(client, (packet) => {
      const task = this.work(connection, packet)
      const done = task.catch(() => {})
      tasks.add(done)
      void done.then(() => tasks.delete(done))
      return task
    })
    client.on('connect', () => {
      if (this.isAway) this.log.info('the MQTT broker is back')
      this.isAway = false
      connection.lastAt = Date.now()
      onConnect(client)
    })
    const stopWatching = watchSilence(connection)
    connection.end = async (forGood = false) => {
      stopWatching()
      this.connections.delete(clientId)
      await client.endAsync(false, forGood ? { properties: { sessionExpiryInterval: 0 } } : {})
    }
    this.connections.set(clientId, connection)
    return connection
  }

  private work(connection: Connection, { topic, payload }: IPublishPacket): Promise<void> {
    connection.inHand += 1
    return this.receive(topic, Buffer.from(payload)).finally(() => {
      connection.inHand -= 1
      connection.lastAt = Date.now()
    })
  }

  private subscribe(
    client: MqttClient,
    filters: readonly string[] = [SHARED, ...this.topics.map(shared)],
  ): void {
    client.subscribe([...filters], { qos: 1 }, (error) => {
      // Without a reason code of the broker the connection was lost, and the next one subscribes again.
      if (error && 'code' in error && typeof error.code === 'number')
        this.log.error({ err: error }, 'the MQTT broker refused the subscription')
    })
  }

  /**
   * Takes the messages that wait in a slot whose server is gone. The slot must get no new messages, so the subscription ends first; when no
   * more messages come, the session ends.
   */
  private async empty(clientId: string): Promise<void> {
    let isUnsubscribed = false
    const connection = this.open(clientId, (client) => {
      isUnsubscribed = false
      client.unsubscribe([SHARED, ...this.topics.map(shared)], () => {
        isUnsubscribed = client.connected
        connection.lastAt = Date.now()
      })
    })
    this.borrowed.add(connection)
    this.log.info({ slot: clientId }, 'the queue of a server that has gone is taken over')
    while (!this.closed && this.connections.get(clientId) === connection) {
      await pause(QUIET_MS / 10, undefined, { ref: false })
      const isQuiet = connection.inHand === 0 && Date.now() - connection.lastAt > QUIET_MS
      if (!isUnsubscribed || !connection.client.connected || !isQuiet) continue
      await connection.end(true)
      await this.slots.forget(clientId)
    }
    this.borrowed.delete(connection)
  }

  /** Subscribes to the topics that connections have got, and leaves those that they no longer have. */
  private async renewTopics(): Promise<void> {
    const now = await this.handlers.topics()
    const added = now.filter((topic) => !this.topics.includes(topic))
    const removed = this.topics.filter((topic) => !now.includes(topic))
    this.topics = now
    for (const connection of this.connections.values()) {
      // One that is not connected subscribes to all of them when it is.
      if (this.borrowed.has(connection) || !connection.client.connected) continue
      if (added.length > 0) this.subscribe(connection.client, added.map(shared))
      if (removed.length > 0) connection.client.unsubscribe(removed.map(shared))
    }
  }
}

function connect(url: string, clientId: string): MqttClient {
  return mqtt.connect(url, {
    protocolVersion: 5,
    clean: false,
    clientId,
    properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: MAX_IN_PROGRESS },
    reconnectPeriod: RECONNECT_MS,
    // `watchSilence` checks the connection by the packets of the broker.
    keepalive: 0,
    // The client subscribes at every connect, even if the broker reports that it retained the session.
    resubscribe: false,
  })
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
