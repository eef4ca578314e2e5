import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { cleaningTask } from '../jobs/schedule.ts'
import { conflict } from '../refusal.ts'

export const ANSWER_ENCRYPTION_CONTEXT = 'idempotency_keys.answer'
const REQUEST = 'idempotency_keys.request'

/**
 * Runs a POST with an `Idempotency-Key` once: the key is written in the transaction of the work, so a retry waits for the first call and
 * then gets its response. Keys are stored for 24 hours with a keyed hash of the call and its encrypted response, as both can hold secrets.
 * @param body everything that was sent in addition to the path.
 * @throws Refusal 409 when the key was used for another call.
 */
export async function answerOnce<T extends object | undefined>(
  context: Context,
  request: FastifyRequest,
  body: unknown,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const header = request.headers['idempotency-key']
  const { user_id, api_key_id } = context.actor
  if (request.method !== 'POST' || typeof header !== 'string' || header === '' || user_id === null) {
    return work(context)
  }
  // A key reads no response that its user received, and the other way round.
  const key = `${api_key_id === null ? '' : `${api_key_id} `}${header}`.slice(0, 200)
  const { db, encryptor } = context
  const requestText = `${request.method} ${request.url} ${JSON.stringify(body ?? null)}`
  const hash = encryptor.digest(requestText, REQUEST)
  const { rows } = await sql<{ key: string }>`
    insert into idempotency_keys (user_id, key, request_hash) values (${user_id}, ${key}, ${hash})
    on conflict do nothing returning key`.execute(db)
  if (rows.length === 0) return earlierResponse(context, key, requestText)
  const response = await work(context)
  await db
    .updateTable('idempotency_keys')
    .set({ answer_sealed: encryptor.encrypt(JSON.stringify(response ?? {}), ANSWER_ENCRYPTION_CONTEXT) })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
  return response
}

async function earlierResponse<T>(
  { db, actor, encryptor }: Context,
  key: string,
  requestText: string,
): Promise<T> {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer_sealed'])
    .where('user_id', '=', actor.user_id)
    .where('key', '=', key)
    .execute()
  const { request_hash, answer_sealed } = rows[0] ?? {}
  const isSame = encryptor.digests(requestText, REQUEST).some((hash) => request_hash?.equals(hash))
  if (!isSame || !answer_sealed) throw conflict('messages.key_reused')
  return JSON.parse(encryptor.decrypt(answer_sealed, ANSWER_ENCRYPTION_CONTEXT))
}

/** Deletes keys too old for a retry. */
export const cleanIdempotencyKeys = cleaningTask('idempotency keys', [
  sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
])
