import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import type { Log } from '#server/platform/log.ts'
import type {
  KnownDevice,
  MqttGateway,
  MqttHandlers,
  NamedDevice,
  OwnedDevice,
} from '#server/platform/mqtt/mqtt.ts'
import { isTooComplex } from '#server/platform/parseJson.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashToken, isSameHash } from '#server/platform/secrets.ts'
import type { Receiver } from '../connections/receiveUplinks.ts'
import type { UplinkQueue } from './uplinkQueue.ts'
import type { Downlink } from './waitingUplink.ts'

interface GatewayOptions {
  db: Database
  intake: UplinkQueue
  receiver: Receiver
  listener: Listener
  log: Log
  /** Opens the broker of the settings with these handlers. */
  open: (handlers: MqttHandlers) => Promise<MqttGateway>
  count: (connections: number) => void
}

/** Accepts the same batches as HTTP over MQTT, on `ullage/{public_id}/up`; responses go to `…/down`. */
export async function openMqttGateway(options: GatewayOptions): Promise<MqttGateway> {
  const { db, intake, listener, log } = options
  let gateway: MqttGateway | undefined

  async function receive(publicId: string, payload: Buffer, known: OwnedDevice | null): Promise<void> {
    const device = known ?? (await findDevice(db, publicId))
    if (!device) return
    const text = payload.toString('utf8')
    try {
      const { device_id, company_id } = device
      const input = { device_id, company_id, key_hash: null, body: parse(text), text, address: null }
      const { commands, ...answer } = await intake.accept({ ...input, transport: 'mqtt' })
      const isEventful = commands.length > 0 || answer.refused.length > 0 || answer.ignored.length > 0
      if (isEventful) await gateway?.send(publicId, { ...answer, commands })
    } catch (error) {
      // A batch that can never be stored is acknowledged with an error: resent, it would block the device's queue forever.
      if (!(error instanceof Refusal) || error.status === 503) throw error
      await gateway?.send(publicId, { error: error.status === 404 ? 'device_retired' : 'malformed' })
    }
  }

  const warn = (text: string) => (error: unknown) => log.warn({ err: error }, text)
  const sendSafely = (device: NamedDevice) => {
    sendWaiting(db, gateway, device).catch(warn('a command could not be sent'))
  }
  listener.on('commands', (payload) => {
    const { has_new_key, ...device }: NamedDevice & { has_new_key?: true } = JSON.parse(payload)
    if (!has_new_key) return sendSafely(device)
    dropOld(db, gateway, device).catch(warn('an old key could not be dropped'))
  })
  gateway = await options.open({
    authenticate: (publicId, key) => authenticateDevice(db, publicId, key),
    receive,
    ...options.receiver.mqtt,
    connected: sendSafely,
    count: options.count,
  })
  return gateway
}

/** Only the server to which the device is connected sends. */
async function sendWaiting(
  db: Database,
  gateway: MqttGateway | undefined,
  { device_id, public_id }: NamedDevice,
): Promise<void> {
  if (!gateway?.reaches(public_id)) return
  const { rows } = await sql<Downlink>`
    update device_commands set status = 'sent', sent_at = now()
    where device_id = ${device_id} and status = 'queued' returning command_id as id, command`.execute(db)
  if (rows.length === 0) return
  const sent = await gateway.send(public_id, { commands: rows })
  if (sent) return
  await sql`update device_commands set status = 'queued', sent_at = null
    where command_id = any(${rows.map(({ id }) => id)}) and status = 'sent'`.execute(db)
}

/** The event may arrive when the device has reconnected with its new key; that connection stays. */
async function dropOld(
  db: Database,
  gateway: MqttGateway | undefined,
  { device_id, public_id }: NamedDevice,
): Promise<void> {
  const { rows } = await sql<Pick<KnownDevice, 'key_hash'>>`
    select key_hash from devices where device_id = ${device_id} and key_hash is not null`.execute(db)
  if (rows[0]) gateway?.drop(public_id, rows[0].key_hash)
}

function parse(text: string): unknown {
  try {
    return isTooComplex(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function findDevice(db: Database, publicId: string): Promise<OwnedDevice | null> {
  const { rows } = await sql<OwnedDevice>`
    select device_id, public_id, company_id from devices where lower(public_id) = lower(${publicId})`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The device with this printed id, if the key is its own and it is not retired. */
export async function authenticateDevice(
  db: Database,
  publicId: string,
  key: string,
): Promise<KnownDevice | null> {
  const [device] = await runPrepared(
    db,
    sql<OwnedDevice & { key_hash: Buffer | null }>`
      select device_id, public_id, company_id, key_hash from devices
      where lower(public_id) = lower(${publicId}) and status <> 'retired'`,
  )
  if (!device?.key_hash || !isSameHash(device.key_hash, hashToken(key))) return null
  return { ...device, key_hash: device.key_hash }
}
