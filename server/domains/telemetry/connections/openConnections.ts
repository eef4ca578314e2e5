import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DECODERS } from '#core/domains/telemetry/connections/connections.ts'
import type { Format } from '#core/domains/telemetry/connections/networkMessages.ts'
import type { PortMeasures } from '#core/domains/telemetry/connections/recordOf.ts'
import type { ValuePath } from '#core/domains/telemetry/connections/valuePaths.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inGroups } from '#server/platform/database/inGroups.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { hashToken } from '#server/platform/secrets.ts'

/** Requirements for reading the uplinks of a connection. */
export interface Connection {
  connection_id: number
  company_id: number
  format: Format
  decoder: (typeof DECODERS)[number]
  decoder_code: string | null
  value_paths: ValuePath[] | null
  /** Changes with every change of the connection. */
  revision: string
}

/** A device that a message names, as it is now. */
export interface KnownDevice {
  device_id: number
  company_id: number
  measures: PortMeasures
}

/** The device of a device key; null for none, or for several devices. */
export type DeviceLookup = KnownDevice | 'unknown' | 'ambiguous'

/** The connection was changed, archived or got another address since it was looked up. */
export const CHANGED = 'changed'

const COLUMNS = sql`connection_id, company_id, format, decoder, decoder_code, value_paths, updated_at::text as revision`
const MAX_CONNECTIONS = 1000
const TOKEN = /^[\w-]{43}$/

interface Lookup {
  connection_id: number
  revision: string
  keys: readonly string[]
}

interface Row {
  at: number
  device_key: string | null
  devices: KnownDevice[] | null
}

/** Connections by their tokens or ids, and the devices of their messages. */
export function openConnections(db: Database) {
  const known = new LRUCache<string, Connection>({ max: MAX_CONNECTIONS })
  const findDevices = inGroups((lookups: readonly Lookup[]) => lookUp(db, lookups))
  async function cached(name: string, condition: RawBuilder<unknown>): Promise<Connection | undefined> {
    const before = known.get(name)
    if (before) return before
    const [found] = await runPrepared(
      db,
      sql<Connection>`select ${COLUMNS} from connections where ${condition} and active = 1`,
    )
    if (found) known.set(name, found)
    return found
  }
  /** The active connection of a token; undefined for none. A cached one is checked when its devices are looked up. */
  async function find(token: string): Promise<Connection | undefined> {
    if (!TOKEN.test(token)) return undefined
    const hash = hashToken(token)
    return cached(hash.toString('base64'), sql`token_hash = ${hash}`)
  }
  const findById = (id: number) => cached(String(id), sql`connection_id = ${id}`)
  /** Evicts a connection from the cache. */
  const forget = (id: number) => {
    for (const [name, { connection_id }] of known) if (connection_id === id) known.delete(name)
  }
  /** The active connection with this id, as it is now. */
  const read = (id: number) => {
    forget(id)
    return findById(id)
  }
  /**
   * The devices that these keys name: linked by a person, or with this printed id or IMEI, within the company of the connection and the
   * companies below it. Calls that arrive while a query runs share the next one.
   * @returns `changed` if the connection has changed meanwhile
   */
  const devicesOf = ({ connection_id, revision }: Connection, keys: readonly string[]) =>
    findDevices({ connection_id, revision, keys })
  return { find, findById, read, forget, devicesOf }
}

/** The result of each lookup. */
async function lookUp(
  db: Database,
  lookups: readonly Lookup[],
): Promise<(Map<string, DeviceLookup> | typeof CHANGED)[]> {
  const pairs = lookups.flatMap(({ keys }, index) =>
    // A lookup without keys still checks whether the connection is the same.
    (keys.length > 0 ? keys : [null]).map((key): [number, string | null] => [index, key]),
  )
  const rows = await runPrepared(
    db,
    sql<Row>`
      select q.at, q.device_key, coalesce(l.devices, d.devices) as devices
      from unnest(${pairs.map(([at]) => at)}::int4[], ${pairs.map(([at]) => itemAt(lookups, at).connection_id)}::int8[],
          ${pairs.map(([at]) => itemAt(lookups, at).revision)}::text[], ${pairs.map(([, key]) => key)}::text[])
          as q (at, connection_id, revision, device_key)
        join connections c on c.connection_id = q.connection_id and c.active = 1 and c.updated_at::text = q.revision
        left join lateral (
          select json_agg(${deviceJson('d')}) as devices
          from connection_devices k join devices d on d.device_id = k.device_id
          where k.connection_id = q.connection_id and k.device_key = q.device_key and k.is_linked and ${isOpen('d')}
        ) l on true
        left join lateral (
          select json_agg(${deviceJson('d')}) as devices
          from (
            select device_id from devices where lower(public_id) = lower(q.device_key)
            union select device_id from devices where imei = q.device_key
          ) named join devices d using (device_id)
          where ${isOpen('d')}
        ) d on l.devices is null`,
  )
  const answers = new Map<number, Map<string, DeviceLookup>>()
  for (const { at, device_key, devices } of rows) {
    const own = answers.get(at) ?? new Map<string, DeviceLookup>()
    answers.set(at, own)
    if (device_key === null) continue
    own.set(device_key, devices === null ? 'unknown' : devices.length > 1 ? 'ambiguous' : firstOf(devices))
  }
  return lookups.map((_, index) => answers.get(index) ?? CHANGED)
}

/** Whether a device may report: it is not retired, and belongs to the company of the connection or a company below it; all are below the business. */
function isOpen(device: string) {
  return sql`${sql.ref(`${device}.status`)} <> 'retired' and (c.company_id = ${OWN_COMPANY} or c.company_id = ${sql.ref(`${device}.company_id`)} or exists (
    with recursive above as (
      select company_id, parent_id from companies where company_id = ${sql.ref(`${device}.company_id`)}
      union select p.company_id, p.parent_id from companies p join above a on p.company_id = a.parent_id
    ) select from above where company_id = c.company_id))`
}

function deviceJson(device: string) {
  return sql`json_build_object('device_id', ${sql.ref(`${device}.device_id`)}, 'company_id', ${sql.ref(`${device}.company_id`)},
    'measures', (select coalesce(json_object_agg(p.port_number, s.measure), '{}')
      from device_ports p left join sensor_types s using (sensor_type_id)
      where p.device_id = ${sql.ref(`${device}.device_id`)} and p.active = 1))`
}
