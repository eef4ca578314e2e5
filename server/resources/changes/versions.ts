import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns the version of a record as `ETag`: the moment of its last change. */
export function tagged<R extends object>(reply: FastifyReply, record: R): R {
  const { updated_at }: { updated_at?: string } = record
  if (updated_at) void reply.header('etag', `"${updated_at}"`)
  return record
}

/** The body with the version of `If-Match` as `if_updated_at`, unless it names one itself. `*` matches every record. */
export function withVersion<B extends object>(request: FastifyRequest, body: B): B {
  const version = versionIn(request)
  return version === undefined ? body : { if_updated_at: version, ...body }
}

/** Does the work; a record that has changed since `If-Match` is refused by 412 (RFC 9110) instead of 409. */
export async function ifMatching<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isStale = error instanceof Refusal && error.text === 'messages.conflict_changed'
    if (isStale && versionIn(request) !== undefined) throw new Refusal(412, error.text, error.options)
    throw error
  }
}

function versionIn({ headers }: FastifyRequest): string | undefined {
  const input = headers['if-match']
  return input === undefined || input === '*' ? undefined : input.replace(/^(W\/)?"|"$/g, '')
}
