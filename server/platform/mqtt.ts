import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import mqtt from 'mqtt'
import type { Log } from './log.ts'

export interface NamedDevice {
  device_id: number
  public_id: string
}

/** A device as the door knows it once it has shown its key. */
export interface KnownDevice extends NamedDevice {
  key_hash: Buffer
}

export interface MqttHandlers {
  /** Who has this name and key; null for nobody. */
  authenticate: (publicId: string, key: string) => Promise<KnownDevice | null>
  /** Takes a message from a device; the acknowledgement waits for it. */
  receive: (publicId: string, payload: Buffer, known: NamedDevice | null) => Promise<void>
  /** A device is on the line: commands that wait for it can go. */
  connected: (device: NamedDevice) => void
  count: (connections: number) => void
}

export interface MqttDoor {
  /** Whether a message to the device could leave from here now. */
  reaches: (publicId: string) => boolean
  /** Ends the device's connections that were opened with another key than its present one. */
  drop: (publicId: string, present: Buffer) => void
  /** Sends a message down to a device. @returns false when it is not on the line here. */
  send: (publicId: string, message: object) => Promise<boolean>
  close: () => Promise<void>
}

const UP = /^ullage\/([^/+#]{1,36})\/up$/
const LARGEST_MESSAGE = 12 * 1024 * 1024

/**
 * The broker inside the server: devices sign in with their printed id and key, may publish only on their own `up`
 * and hear only their own `down`. A QoS 1 message is acknowledged when what it holds is on disk.
 */
export async function openEmbeddedBroker(
  { host, port }: { host: string; port: number },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttDoor & { port: number }> {
  const known = new Map<Client, KnownDevice>()
  /** The newest connection of a device is the last of its set. */
  const clients = new Map<string, Set<Client>>()
  const broker = await Aedes.createBroker({ concurrency: 1000, heartbeatInterval: 60_000 })

  broker.authenticate = (client, username, password, done) => {
    handlers.authenticate(username ?? '', password?.toString() ?? '').then(
      (device) => {
        if (!client) return
        if (device) known.set(client, device)
        done(device ? null : Object.assign(new Error('wrong key'), { returnCode: 4 }), device !== null)
      },
      () => done(Object.assign(new Error('no database'), { returnCode: 3 }), false),
    )
  }
  broker.authorizePublish = (client, packet, done) => {
    if (!client) return done(null)
    const device = known.get(client)
    const name = UP.exec(packet.topic)?.[1]
    if (!device || name !== device.public_id) return done(new Error('not your topic'))
    if (packet.payload.length > LARGEST_MESSAGE) return done(new Error('too large'))
    handlers.receive(device.public_id, Buffer.from(packet.payload), device).then(
      () => done(null),
      // Without an acknowledgement the device keeps its records and sends them again.
      (error: unknown) => done(error as Error),
    )
  }
  broker.authorizeSubscribe = (client, subscription, done) => {
    const device = client && known.get(client)
    // The broker grants shared subscriptions and never delivers to them, so they are refused like strangers' topics.
    done(null, device && subscription.topic === `ullage/${device.public_id}/down` ? subscription : null)
  }
  broker.on('subscribe', (_, client) => {
    const device = known.get(client)
    if (device) handlers.connected(device)
  })
  broker.on('clientReady', (client) => {
    const device = known.get(client)
    if (device) clients.set(device.public_id, (clients.get(device.public_id) ?? new Set()).add(client))
    handlers.count(broker.connectedClients)
  })
  broker.on('clientDisconnect', (client) => {
    const device = known.get(client)
    if (device) {
      const others = clients.get(device.public_id)
      others?.delete(client)
      if (others?.size === 0) clients.delete(device.public_id)
    }
    known.delete(client)
    handlers.count(broker.connectedClients)
  })
  for (const event of ['clientError', 'connectionError'] as const) {
    broker.on(event, (_, error) => log.debug({ err: error }, 'an MQTT connection failed'))
  }

  const server = net.createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    broker.handle(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    reaches: (publicId) => clients.has(publicId),
    drop: (publicId, present) => {
      for (const [client, device] of known) {
        if (device.public_id === publicId && !device.key_hash.equals(present)) client.close()
      }
    },
    send: (publicId, message) => {
      const client = [...(clients.get(publicId) ?? [])].at(-1)
      if (!client) return Promise.resolve(false)
      return new Promise((resolve) => {
        client.publish(downPacket(publicId, message), (error?: Error) => resolve(!error))
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close()
        broker.close(() => resolve())
      }),
  }
}

function downPacket(publicId: string, message: object): AedesPublishPacket {
  return {
    cmd: 'publish',
    topic: `ullage/${publicId}/down`,
    payload: Buffer.from(JSON.stringify(message)),
    qos: 1,
    retain: false,
    dup: false,
  } as AedesPublishPacket
}

/** The client library hands over one message at a time a connection: several keep a batch of uplinks full. */
const CONNECTIONS = 8
const RETRY_MS = 2_000
/** Well before any device: some brokers forget shared subscriptions when they are restarted. */
const RECONNECT_MS = 100

/**
 * The door at an external broker. Several servers share the devices' messages by a shared subscription; each has
 * sessions of its own name there, so that what came while it was restarted waits for it. Who may publish as whom
 * is the broker's matter (`docs/operations.md` shows how).
 */
export async function openExternalBroker(
  { url, name }: { url: string; name: string },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttDoor> {
  let closed = false
  let isAway = false
  const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
    mqtt.connect(url, {
      protocolVersion: 5,
      clean: false,
      clientId: `ullage-${name}-${index}`,
      properties: { sessionExpiryInterval: 7 * 86_400, receiveMaximum: 50 },
      reconnectPeriod: RECONNECT_MS,
      // We subscribe at every connect ourselves, also where the broker says that it has kept our session.
      resubscribe: false,
    }),
  )

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

  for (const client of clients) {
    client.on('error', (error) => {
      if (!isAway) log.warn({ err: error }, 'the MQTT broker does not answer')
      isAway = true
    })
    client.handleMessage = (packet, done) => {
      const publicId = UP.exec(packet.topic)?.[1]
      if (!publicId) return done()
      receive(publicId, Buffer.from(packet.payload as Buffer)).then(
        () => done(),
        (error: unknown) => done(error as Error),
      )
    }
    client.on('connect', () => {
      if (isAway) log.info('the MQTT broker is back')
      isAway = false
      client.subscribe('$share/ullage/ullage/+/up', { qos: 1 }, (error) => {
        if (error) log.error({ err: error }, 'the MQTT broker refused the subscription')
      })
    })
  }
  return {
    reaches: () => clients.some(({ connected }) => connected),
    send: async (publicId, message) => {
      const client = clients.find(({ connected }) => connected)
      if (!client) return false
      await client.publishAsync(`ullage/${publicId}/down`, JSON.stringify(message), { qos: 1 })
      return true
    },
    drop: () => {},
    close: async () => {
      closed = true
      await Promise.all(clients.map((client) => client.endAsync()))
    },
  }
}
