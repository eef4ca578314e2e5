import type { FastifyInstance } from 'fastify'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isApiRoute, routeOf } from './routeOf.ts'

/** Not `x-api-key`: pages of other sites never make calls of a session. */
const HEADERS = 'authorization, content-type, accept, accept-language, idempotency-key, if-match, prefer'
const EXPOSED = 'etag, ratelimit, ratelimit-policy, retry-after'

/** Lets the pages of the origins in the setting `api_origins` call the API with an API key (CORS). */
export function allowOrigins(app: FastifyInstance, db: Database, { publicUrl }: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!origin || origin === new URL(publicUrl).origin || !request.url.startsWith('/api/')) return
    const { api_origins } = await readSettings(db)
    if (!api_origins?.includes(origin)) return
    void reply.headers({
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    })
    const isPreflight = request.method === 'OPTIONS' && isApiRoute(routeOf(request))
    if (!isPreflight) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': '600',
      })
      .send()
  })
}
