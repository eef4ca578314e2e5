import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { conflict } from './refusal.ts'

/**
 * A POST that carries an `Idempotency-Key` is done once: the key is written in the transaction of the work, so
 * a retry waits for the first and then gets its answer. Keys are kept for 24 hours.
 * @throws Refusal 409 when the key was used for another call.
 */
export async function answerOnce(
  context: Context,
  method: string,
  request: FastifyRequest,
  work: (context: Context) => Promise<object | undefined>,
): Promise<object | undefined> {
  const key = request.headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string' || key === '' || context.actor.user_id === null) {
    return work(context)
  }
  const fingerprint = `${method} ${request.url} ${JSON.stringify(request.body ?? null)}`.slice(0, 20_000)
  const { rows } = await sql<{ key: string }>`
    insert into idempotency_keys (user_id, key, request) values (${context.actor.user_id}, ${key.slice(0, 200)}, ${fingerprint})
    on conflict do nothing returning key`.execute(context.db)
  if (rows.length === 0) return earlierAnswer(context, key, fingerprint)
  const answer = await work(context)
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer ?? null)}
    where user_id = ${context.actor.user_id} and key = ${key.slice(0, 200)}`.execute(context.db)
  return answer
}

async function earlierAnswer(
  context: Context,
  key: string,
  fingerprint: string,
): Promise<object | undefined> {
  const { rows } = await sql<{ request: string; answer: object | null }>`
    select request, answer from idempotency_keys
    where user_id = ${context.actor.user_id} and key = ${key.slice(0, 200)}`.execute(context.db)
  if (rows[0]?.request !== fingerprint) throw conflict('messages.key_reused')
  return rows[0].answer ?? {}
}
