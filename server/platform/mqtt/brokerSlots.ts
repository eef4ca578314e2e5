import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** How long a server keeps its slots at the broker without renewing them. */
export const LEASE_SECONDS = 20

/**
 * Slots at an external broker. A slot is a client id, and with it a session in which the broker stores messages while no client is
 * connected; a server leases it in the shared database. A running server takes over the slots of a dead one when its lease has ended.
 */
export interface BrokerSlots {
  /** Acquires `count` slots under this server's name: its previous ones, unless another server has them. */
  acquire: (count: number) => Promise<string[]>
  /** Renews this server's leases. @returns the slots that it still has. */
  renew: () => Promise<Set<string>>
  /** Takes over slots whose server is gone; not just after a time in which no server could renew. */
  takeOver: () => Promise<string[]>
  /** Deletes a slot whose session is empty and has ended. */
  forget: (client_id: string) => Promise<void>
  /** Releases all slots, with the messages waiting in them, to any other server. */
  release: () => Promise<void>
}

/** Two servers of the same name share it without conflict: each takes the next free index. */
const MAX_TRIES = 1000
const MAX_CONCURRENT = 8

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** @returns undefined while another server holds it */
async function leaseSlot(db: Database, client_id: string, holder: string): Promise<string | undefined> {
  const { rows } = await sql<{ client_id: string }>`
    insert into broker_slots as s (client_id, holder, leased_until)
    values (${client_id}, ${holder}, ${leaseEnd})
    on conflict (client_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where s.leased_until < now()
    returning client_id`.execute(db)
  return rows[0]?.client_id
}

async function takeOverExpired(db: Database, holder: string): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    update broker_slots set holder = ${holder}, leased_until = ${leaseEnd} where client_id in (
      select client_id from broker_slots where leased_until < now() order by client_id limit ${MAX_CONCURRENT}
      for update skip locked)
    returning client_id`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

export function openBrokerSlots(db: Database, name: string, clock: () => number = Date.now): BrokerSlots {
  const holder = randomUUID()
  /** When this server last renewed, and until when the others get time to renew as well. */
  let renewedAt = Number.NEGATIVE_INFINITY
  let othersMayRenewUntil = Number.NEGATIVE_INFINITY
  return {
    acquire: async (count) => {
      const taken: string[] = []
      for (let index = 0; taken.length < count && index < MAX_TRIES; index++) {
        const slot = await leaseSlot(db, `ullage-${name}-${index}`, holder)
        if (slot) taken.push(slot)
      }
      return taken
    },
    renew: async () => {
      const renewed = sql<{ client_id: string }>`
        update broker_slots set leased_until = ${leaseEnd} where holder = ${holder} returning client_id`
      const { rows } = await renewed.execute(db)
      // If this server could not renew, neither could the others: during an outage of the database every lease expires.
      if (clock() - renewedAt > (LEASE_SECONDS * 1000) / 2)
        othersMayRenewUntil = clock() + LEASE_SECONDS * 1000
      renewedAt = clock()
      return new Set(rows.map(({ client_id }) => client_id))
    },
    takeOver: async () => {
      if (clock() < othersMayRenewUntil) return []
      return takeOverExpired(db, holder)
    },
    forget: async (client_id) => {
      await db
        .deleteFrom('broker_slots')
        .where('client_id', '=', client_id)
        .where('holder', '=', holder)
        .execute()
    },
    release: async () => {
      await sql`update broker_slots set leased_until = '-infinity' where holder = ${holder}`.execute(db)
    },
  }
}
