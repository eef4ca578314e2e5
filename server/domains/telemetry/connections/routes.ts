import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { listConnectionDevices, listUnreadUplinks } from '#core/domains/telemetry/connectionCalls.ts'
import * as calls from '#core/domains/telemetry/connectionCalls.ts'
import { connections } from '#core/domains/telemetry/connections/connections.ts'
import { deviceKeyOf } from '#core/domains/telemetry/connections/networkMessages.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { isObject } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { audit } from '#server/resources/history/audit.ts'
import { pageOfAll } from '#server/resources/lists/pageOfAll.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { readAgain } from './readAgain.ts'
import { type Receiver, wrongAddress } from './receiveUplinks.ts'
import { trySample } from './trySample.ts'

/** Maximum number of listed devices of a connection: unknown devices first, then the newest. */
const MAX_DEVICES = 1000
/** Uplinks listed. */
const MAX_LISTED = 100

const tokenOf = ({ params }: { params: unknown }) => (isObject(params) ? String(params.token) : '')

/** Creates the token of a connection's address; an older token becomes invalid. */
async function makeToken(context: Context, connection_id: number): Promise<string> {
  const connection = await lockRecord(context, connections, connection_id)
  if (connection.active !== 1) throw conflict('messages.connection_inactive')
  const token = newToken()
  await sql`update connections set token_hash = ${hashToken(token)}, address_made_at = ${context.now},
    updated_at = ${context.now} where connection_id = ${connection_id}`.execute(context.db)
  await audit(context, connections.name, connection_id, 'reprovision')
  return token
}

const intakeHandlers = (receiver: Receiver, publicUrl: string) =>
  ({
    sendToConnection: {
      summary:
        'Deliver uplinks of devices in the format of a network; the answer confirms that they are on disk',
      transaction: false,
      takesAnyBody: true,
      takesAnyText: true,
      admit: async (request) => {
        if (!(await receiver.find(tokenOf(request)))) throw wrongAddress()
      },
      run: (_, { params, query, body, request }) => {
        const { text } = request
        return receiver.receive(() => receiver.find(params.token), {
          body: text === undefined ? undefined : body,
          text: text ?? String(body ?? ''),
          device: query.device || null,
          receivedAt: Date.now(),
          transport: 'http',
          address: request.ip,
        })
      },
    },
    makeConnectionAddress: {
      summary: 'Create the address of a connection, shown only once; an older one becomes invalid',
      run: async (context, { params }) => {
        const address = `${publicUrl}/api/intake/${await makeToken(context, params.connection_id)}`
        return { address, message: 'messages.address_made', type: 'success' }
      },
    },
    listConnectionDevices: {
      summary: 'The devices that a connection has received, unknown ones first',
      run: async (context, { params }) => {
        await requireVisible(context, connections, params.connection_id)
        await receiver.notes.written()
        const connection_devices = await listDevices(context, params.connection_id)
        return { connection_devices, page: pageOfAll(connection_devices) }
      },
    },
  }) satisfies Partial<Handlers<typeof calls>>

const readingHandlers = (receiver: Receiver) =>
  ({
    linkConnectionDevice: {
      summary: 'Link a name in the network to a device',
      run: async (context, { params, body }) => {
        await lockRecord(context, connections, params.connection_id)
        await linkDevice(context, params.connection_id, body)
        receiver.notes.forget()
        return { message: 'messages.device_linked', type: 'success' }
      },
    },
    listUnreadUplinks: {
      summary: 'The newest uplinks that could not be read, with the reasons',
      run: async (context, { params }) => {
        await requireVisible(context, connections, params.connection_id)
        return listUnread(context, params.connection_id)
      },
    },
    readUplinksAgain: {
      summary: 'Read the unread uplinks of a connection again, after a change of it or a newly linked device',
      transaction: false,
      run: async (context, { params, body }) => {
        await requireVisible(context, connections, params.connection_id)
        if (!(await receiver.read(params.connection_id))) throw conflict('messages.connection_inactive')
        const which = { connection_id: params.connection_id, device_key: body.device_key }
        const outcome = await readAgain(context.db, receiver, which)
        return { ...outcome, message: 'messages.uplinks_read_again', type: 'info' }
      },
    },
    tryConnection: {
      summary: 'What a connection would read in a sample; nothing is stored',
      transaction: false,
      run: (_, { body }) => trySample(body),
    },
  }) satisfies Partial<Handlers<typeof calls>>

/** Calls for the deliveries of networks, and for users who look at them. */
export function connectionCalls(receiver: Receiver, publicUrl: string): Call[] {
  return handleAll('telemetry', calls, {
    ...intakeHandlers(receiver, publicUrl),
    ...readingHandlers(receiver),
  })
}

type Listed = ResponseOf<typeof listConnectionDevices>['connection_devices']

async function listDevices({ actor, db }: Context, connection_id: number): Promise<Listed> {
  const { rows } = await sql<Listed[number]>`
    select k.device_key, d.device_id, coalesce(d.label, d.public_id) as device_title, k.is_linked, k.first_seen_at, k.last_seen_at
    from connection_devices k left join devices d on d.device_id = k.device_id and ${visible(actor, devices, 'd')}
    where k.connection_id = ${connection_id}
    order by d.device_id is not null, k.last_seen_at desc, k.device_key limit ${MAX_DEVICES}`.execute(db)
  return rows
}

/** @throws Refusal 422 for a device outside the connection's company and the companies below it. */
async function linkDevice(
  context: Context,
  connection_id: number,
  { device_key, device_id }: { device_key: string; device_id: number | null },
): Promise<void> {
  const key = deviceKeyOf(device_key)
  if (device_id === null) {
    await sql`update connection_devices set device_id = null, is_linked = false
      where connection_id = ${connection_id} and device_key = ${key}`.execute(context.db)
    return
  }
  await requireVisible(context, devices, device_id)
  const { numAffectedRows } = await sql`
    with recursive above as (
      select c.company_id, c.parent_id from devices d join companies c using (company_id) where d.device_id = ${device_id}
      union select p.company_id, p.parent_id from companies p join above a on p.company_id = a.parent_id
    )
    insert into connection_devices (connection_id, device_key, device_id, is_linked)
    select connection_id, ${key}, ${device_id}, true from connections
    where connection_id = ${connection_id} and (company_id = ${OWN_COMPANY} or company_id in (select company_id from above))
    on conflict (connection_id, device_key) do update set device_id = excluded.device_id, is_linked = true`.execute(
    context.db,
  )
  if (!numAffectedRows) throw invalid([{ field: 'device_id', rule: 'other_company' }])
}

async function listUnread({ db }: Context, connection_id: number) {
  const { rows } = await sql<ResponseOf<typeof listUnreadUplinks>['unread_uplinks'][number]>`
    select uplink_id, received_at, device_key, reason, coalesce(detail, '') as detail, body, is_cut from connection_uplinks
    where connection_id = ${connection_id} order by uplink_id desc limit ${MAX_LISTED}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from connection_uplinks where connection_id = ${connection_id}`.execute(db)
  const total_records = firstOf(counted.rows).count
  return { unread_uplinks: rows, page: { page_num: 1, page_size: MAX_LISTED, total_records } }
}
