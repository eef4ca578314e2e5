import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { sendDeliveries } from '#server/domains/notifications/webhooks/sendDeliveries.ts'
import { SECRET_ENCRYPTION_CONTEXT } from '#server/domains/notifications/webhooks/sendMessage.ts'
import { systemActor } from '#server/platform/context.ts'
import type { Benchmark, Measurement } from './measurement.ts'

const WEBHOOKS = 20
const TARGET_PER_SECOND = 1000

/** Measures how many signed messages a second reach a receiver in this process, each about another record. */
export async function benchWebhooks({ server, quick }: Benchmark): Promise<Measurement[]> {
  const { db, encryptor } = server
  const count = quick ? 500 : 20_000
  let received = 0
  const receiver = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      received += 1
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const sealed = encryptor.encrypt(`whsec_${randomBytes(32).toString('base64')}`, SECRET_ENCRYPTION_CONTEXT)
  await sql`insert into settings (setting_key, value) values ('webhooks_private', '1')
    on conflict (setting_key) do update set value = '1'`.execute(db)
  await sql`insert into webhooks (name, url, event_types, user_id, company_id, secret_sealed)
    select 'Bench', ${url}, '["alert.opened"]', user_id, company_id, ${sealed}
    from (select a.user_id, a.company_id from accounts a join users u using (user_id) where u.status = 1 limit 1) one,
      generate_series(1, ${WEBHOOKS})`.execute(db)
  const payload = JSON.stringify({
    type: 'alert.opened',
    timestamp: new Date().toISOString(),
    data: {
      kind: 'alerts',
      id: 1,
      action: 'opened',
      device_id: 1,
      port_number: 1,
      level: 'urgent',
      status: 'open',
    },
  })
  await sql`insert into webhook_deliveries (webhook_id, message_id, event_type, resource, record_id, payload)
    select webhook_id, 'msg_' || n || '_' || webhook_id, 'alert.opened', 'alerts', n, ${payload}
    from webhooks, generate_series(1, ${count / WEBHOOKS}) n where name = 'Bench'`.execute(db)
  const begin = performance.now()
  while (received < count) await sendDeliveries({ actor: systemActor, db, encryptor, now: new Date() })
  const seconds = (performance.now() - begin) / 1000
  receiver.closeAllConnections()
  receiver.close()
  const perSecond = Math.round(count / seconds)
  return [
    {
      what: 'webhook messages sent, signed and logged',
      sizes: `${count.toLocaleString('en')} messages, ${WEBHOOKS} webhooks`,
      measured: `${perSecond.toLocaleString('en')}/s`,
      wanted: `at least ${TARGET_PER_SECOND.toLocaleString('en')}/s`,
      reached: perSecond >= TARGET_PER_SECOND,
    },
  ]
}
