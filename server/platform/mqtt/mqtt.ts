import net from 'node:net'
import tls from 'node:tls'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import { listenOn } from '../database/listenOn.ts'
import type { TlsFiles } from '../http/tlsFiles.ts'
import type { Log } from '../log.ts'
import { errorOf } from '../messageOf.ts'
import { watchPackets } from './watchPackets.ts'

export interface NamedDevice {
  device_id: number
  public_id: string
}

/** A device and its owner when it was looked up. */
export interface OwnedDevice extends NamedDevice {
  company_id: number
}

/** A device after it has authenticated with its key. */
export interface KnownDevice extends OwnedDevice {
  key_hash: Buffer
}

export interface MqttHandlers {
  /** The device with this name and key; null for none. */
  authenticate: (publicId: string, key: string) => Promise<KnownDevice | null>
  /** Receives a message of a device; the acknowledgement waits for it. */
  receive: (publicId: string, payload: Buffer, known: OwnedDevice | null) => Promise<void>
  /** Topic filters of networks; only an external broker has any. */
  topics: () => Promise<readonly string[]>
  /** Receives a message on a topic of a network; the acknowledgement waits for it. */
  deliver: (topic: string, payload: Buffer) => Promise<void>
  /** A device has connected: its queued commands can be sent. */
  connected: (device: NamedDevice) => void
  count: (connections: number) => void
}

export interface MqttGateway {
  /** Whether a message could be sent to the device from here now. */
  reaches: (publicId: string) => boolean
  /** Closes the device's connections that were opened with another key than its current one. */
  drop: (publicId: string, present: Buffer) => void
  /** Sends a message to a device. @returns false when it is not connected here. */
  send: (publicId: string, message: object) => Promise<boolean>
  close: () => Promise<void>
}

/** The topic on which a device publishes. */
export const UP = /^ullage\/([^/+#]{1,36})\/up$/
const MAX_MESSAGE = 12 * 1024 * 1024
/** Timeout of the TLS handshake (ms). Mobile connections are slow. */
const HANDSHAKE_TIMEOUT_MS = 30_000
/** The message, and its topic before it. */
const MAX_PACKET_BYTES = MAX_MESSAGE + 1024

/**
 * The embedded broker: devices sign in with their printed id and key, may publish only on their own `up` and subscribe only to their own
 * `down`. A QoS 1 message is acknowledged when its content is on disk. With a certificate it accepts TLS (1.2 or newer) only.
 */
export async function openEmbeddedBroker(
  { host, port, tls: files }: { host: string; port: number; tls?: TlsFiles | undefined },
  handlers: MqttHandlers,
  log: Log,
): Promise<MqttGateway & { port: number }> {
  const known = new Map<Client, KnownDevice>()
  const broker = await Aedes.createBroker({ concurrency: 1000, heartbeatInterval: 60_000 })
  restrictClients(broker, handlers, known)
  const clients = followClients(broker, handlers, known)
  for (const event of ['clientError', 'connectionError'] as const) {
    broker.on(event, (_, error) => log.debug({ err: error }, 'an MQTT connection failed'))
  }
  const server = serverFor(broker, files)
  await listenOn(server, { host, port }, 'MQTT_PORT (devices)').catch((error: unknown) => {
    broker.close()
    throw error
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

/** Admits devices with their key, each to its own topics. */
function restrictClients(broker: Aedes, handlers: MqttHandlers, known: Map<Client, KnownDevice>): void {
  broker.authenticate = (client, username, password, done) => {
    handlers.authenticate(username ?? '', password?.toString() ?? '').then(
      (device) => {
        if (!client) return
        if (device) {
          known.set(client, device)
          // A client with the id of a connected one replaces it: the prefix prevents that between devices.
          client.id = `${device.public_id} ${client.id}`
        }
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
    if (packet.payload.length > MAX_MESSAGE) return done(new Error('too large'))
    handlers.receive(device.public_id, Buffer.from(packet.payload), device).then(
      () => done(null),
      // Without an acknowledgement the device keeps its records and sends them again.
      (error: unknown) => done(errorOf(error)),
    )
  }
  broker.authorizeSubscribe = (client, subscription, done) => {
    const device = client && known.get(client)
    // The broker grants shared subscriptions but never delivers to them, so they are refused like other devices' topics.
    done(null, device && subscription.topic === `ullage/${device.public_id}/down` ? subscription : null)
  }
}

/** The connections of each device; the newest is the last of its set. */
function followClients(
  broker: Aedes,
  handlers: MqttHandlers,
  known: Map<Client, KnownDevice>,
): ReadonlyMap<string, Set<Client>> {
  const clients = new Map<string, Set<Client>>()
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
  return clients
}

function serverFor(broker: Aedes, files: TlsFiles | undefined): net.Server {
  const take = (socket: net.Socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    broker.handle(socket)
    watchPackets(socket, MAX_PACKET_BYTES)
  }
  return files
    ? tls.createServer({ ...files, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_TIMEOUT_MS }, take)
    : net.createServer(take)
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
