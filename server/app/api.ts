import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { isWithinNetworks } from '#core/platform/networks.ts'
import { isObject } from '#core/platform/values.ts'
import { type ResourceName, registry } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { isUserFieldKey } from '#core/resources/fields/userFields.ts'
import { actorOfApiKey } from '#server/domains/access/apiKeys/actorOfApiKey.ts'
import { actorOfCalendar } from '#server/domains/access/calendar/calendarAddress.ts'
import { confirmPassword } from '#server/domains/access/password/confirmPassword.ts'
import { explainCalls } from '#server/domains/access/rights/explainCalls.ts'
import { actorOfSession, type SessionActor } from '#server/domains/access/sessions/actorOfSession.ts'
import { contactBlocks } from '#server/domains/people/contactBlocks.ts'
import { importCalls } from '#server/domains/tools/imports/importCalls.ts'
import type { Config } from '#server/platform/config.ts'
import { type Actor, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Standby } from '#server/platform/database/standby.ts'
import { CallBudget, ownerOfAddress } from '#server/platform/http/callBudget.ts'
import { type AffectedUsers, type Call, type CallServices, mountCall } from '#server/platform/http/http.ts'
import type { Log } from '#server/platform/log.ts'
import { type Metrics, measureCalls } from '#server/platform/metrics.ts'
import { parseJson } from '#server/platform/parseJson.ts'
import { malformed, noSession, notFound, tooManyRequests, wrongApiKey } from '#server/platform/refusal.ts'
import { isApiKey, isSessionToken } from '#server/platform/secrets.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { answerError } from '#server/resources/answers.ts'
import { acceptFiles } from '#server/resources/files/images.ts'
import { openApiOf } from '#server/resources/openapi.ts'
import { moveByUpdate, type Operations, standardOperations } from '#server/resources/operations.ts'
import { callsOf, searchCall } from '#server/resources/routes.ts'
import { undoCalls } from '#server/resources/undo/undo.ts'
import { loadUserFields, userFieldsVersion } from '#server/resources/userFields/userFields.ts'
import { ActorCache } from './actorCache.ts'
import { behaviours } from './behaviours.ts'
import { allowOrigins } from './crossOrigin.ts'
import { domainCalls, type Services } from './domainCalls.ts'
import { isReady } from './readiness.ts'
import { isApiDocument, isApiRoute, routeOf } from './routeOf.ts'
import { KeyUse, SessionUse } from './sessionUse.ts'
import './registerTexts.ts'

const KINDS: readonly Resource[] = Object.values(registry)

/** Bytes of the longest texts: help articles with their pictures. */
const MAX_BODY_BYTES = 12 * 1024 * 1024
/** Calls that report when and where sessions were used: pending uses are written first. */
const REPORTS_SESSION_USE = /session/
const REPORTS_KEY_USE = /api_keys/
/** Characters from which a text field counts as long: articles with their pictures. */
const LONG_TEXT_CHARACTERS = 200_000

export interface ApiOptions {
  db: Database
  standby?: Standby | undefined
  config: Config
  log: Log
  metrics: Metrics
  tracing?: Tracing | undefined
  services: Services
  onAnswer?: CallServices['onAnswer']
  /** Plugins around the API: security headers, the client, documents, metrics. */
  registerPlugins?: (app: FastifyInstance) => Promise<void>
}

/** Every call of the API, in one list: routing, documents and tests read it. */
export function allCalls(services: Services): Call[] {
  const behaviourOf = behaviours(services)
  const kinds = KINDS.map((resource) => {
    const { operations: own, filters = {} } = behaviourOf[resource.name as ResourceName] ?? {}
    const { restore, ...standard } = standardOperations(resource, filters)
    // A kind with its own delete must also define how a record is restored.
    const composed = {
      ...standard,
      ...(!own?.remove && { restore }),
      ...(own?.list && { lean: undefined }),
      // A kind with its own create makes many records in that way, or one by one.
      ...(own?.create && { createMany: undefined }),
      ...(own as object),
    }
    const operations: Operations = {
      move: moveByUpdate(resource, composed),
      printBlocks: (context, id) => contactBlocks(context, resource, id),
      ...composed,
    }
    return { resource, operations, filters }
  })
  // Calls of a domain come first: `/devices/gps_coords` is not the device with that id.
  const calls: Call[] = [
    ...explainCalls(() => calls),
    ...domainCalls(services),
    searchCall(KINDS),
    ...undoCalls(kinds),
    ...importCalls(kinds),
    ...kinds.flatMap(({ resource, operations, filters }) =>
      callsOf(resource, operations, filters).map((call) => Object.assign(call, bodyOf(resource))),
    ),
  ]
  return calls
}

/** Largest body of a kind's calls, when its texts can be long. */
function bodyOf({ fields }: Resource): Pick<Call, 'largestBody'> {
  const isLong = Object.values(fields).some(
    (field) => isText(field) && 'max' in field && (field.max ?? 0) > LONG_TEXT_CHARACTERS,
  )
  return isLong ? { largestBody: MAX_BODY_BYTES } : {}
}

/** The HTTP server of the API, ready for `inject` or `listen`. */
export async function buildApi({
  db,
  standby,
  config,
  log,
  metrics,
  tracing,
  services,
  registerPlugins,
  onAnswer,
}: ApiOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: config.TRUST_PROXY,
    // For paths that are no call of ours; each call states its own limit.
    bodyLimit: 16 * 1024,
    genReqId: (request) => String(request.headers['x-request-id'] ?? randomUUID()).slice(0, 64),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A call that arrives during a stop is answered like any other.
    return503OnClosing: false,
    requestTimeout: config.REQUEST_SECONDS * 1000,
    http: timeouts(config),
  }) as unknown as FastifyInstance
  // Rights are read from where they were written; from a standby only while the primary accepts no writes.
  const actors = new ActorCache((token) => {
    const from = standby?.for(null, false) ?? db
    return isApiKey(token) ? actorOfApiKey(from, token) : actorOfSession(from, token)
  })
  const uses = new SessionUse(db, log)
  const keyUses = new KeyUse(db, log)
  const ofAddress = new CallBudget(config.CALLS_OF_ADDRESS)
  const ofAccount = new CallBudget(config.CALLS_OF_ACCOUNT)
  services.onAccessChanged((user_id) => actors.forget(user_id))
  await loadUserFields(db, KINDS)
  services.onDefinitionsChanged(() => loadUserFields(db, KINDS))
  const calls = allCalls(services)
  const deviceRoutes = new Set(
    calls.filter((call) => call.access === 'device').map((call) => `/api${call.path}`),
  )
  const addressRoutes = new Set(calls.filter(({ byAddress }) => byAddress).map((call) => `/api${call.path}`))
  const publicPaths = new Set(
    calls.filter((call) => call.access === 'public').map((call) => `/api${call.path}`),
  )

  app.decorateRequest('actor', null)
  app.decorateRequest('actorAgain', null)
  app.decorateRequest('text', undefined)
  measureCalls(app, metrics)
  tracing?.traceCalls(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, languageOf(request)))
  /** Devices and pages have no key of a client and limits of their own. */
  const isElsewhere = (route: string) => !isApiRoute(route) || deviceRoutes.has(route)
  app.addHook('onRequest', async (request) => {
    if (!isElsewhere(routeOf(request))) ofAddress.take(ownerOfAddress(request.ip))
  })
  allowOrigins(app, db, config)
  app.addHook('onRequest', async (request) => {
    const route = routeOf(request)
    if (isElsewhere(route)) return
    if (addressRoutes.has(route) || (request.method === 'GET' && isApiDocument(route))) return
    if (request.headers['x-api-key'] === config.API_KEY || isApiKey(tokenOf(request))) return
    throw isForeignKey(request) ? wrongApiKey() : malformed()
  })
  // What a user may see today is not cached by browser or proxy; pictures set their own lifetime.
  app.addHook('onSend', async (request, reply) => {
    if (isApiRoute(routeOf(request)) && !reply.getHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
  const actorOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    const route = routeOf(request)
    if (deviceRoutes.has(route) || publicPaths.has(route)) return systemActor
    if (addressRoutes.has(route)) {
      const actor = await actorOfCalendar(standby?.for(null, false) ?? db, addressOf(request))
      if (actor.networks && !isWithinNetworks(request.ip, actor.networks)) throw notFound()
      ofAccount.take(`calendar ${actor.user_id}`)
      return Object.assign(request, { actor }).actor
    }
    const token = tokenOf(request)
    if (!token) throw noSession()
    const here = (actor: SessionActor) => {
      const isOutside = [actor.networks, actor.key?.networks].some(
        (networks) => networks && !isWithinNetworks(request.ip, networks),
      )
      if (isOutside) throw isApiKey(token) ? wrongApiKey() : noSession()
      return actor
    }
    const actor = here(await actors.of(token))
    const actorAgain = async () => here(await actors.ofOpenPage(token))
    Object.assign(request, { actor, actorAgain })
    if (actor.key) {
      const budget = ofAccount.count(`key ${actor.api_key_id}`, actor.key.callsPerMinute ?? undefined)
      // draft-ietf-httpapi-ratelimit-headers
      if (budget)
        void reply.headers({
          'ratelimit-policy': `"key";q=${budget.perMinute};w=60`,
          ratelimit: `"key";r=${budget.left};t=${budget.fullIn}`,
        })
      if (budget?.retryAfter) throw tooManyRequests(budget.retryAfter)
    } else ofAccount.take(String(actor.impersonator ?? actor.user_id))
    if (actor.session_id) uses.note(actor.session_id, request.ip, request.headers['x-screen'])
    if (actor.api_key_id) keyUses.note(actor.api_key_id, request.ip)
    if (REPORTS_SESSION_USE.test(route)) await uses.written()
    if (REPORTS_KEY_USE.test(route)) await keyUses.written()
    return actor
  }
  app.addHook('onClose', async () => {
    await Promise.all([uses.written(), keyUses.written(), services.receiver.notes.written()])
  })
  await acceptFiles(app)
  await registerPlugins?.(app)
  const confirm = (actor: Actor, password: string, address: string) =>
    confirmPassword({ actor, db }, password, address)
  const onWritten = async ({ tag }: Call, changed: AffectedUsers) => {
    if (changed === 'all') actors.forget()
    else for (const user_id of changed) actors.forget(user_id)
    if (tag === user_defined_fields.name) await loadUserFields(db, KINDS)
  }
  for (const call of calls)
    mountCall(app, call, {
      db,
      standby,
      encryptor: services.encryptor,
      actorOf,
      confirm,
      onWritten,
      onAnswer,
      isAddedParameter: isUserFieldKey,
    })
  let documents: { version: number; document: Promise<string> } | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    const version = userFieldsVersion()
    if (documents?.version !== version) {
      const document = openApiOf(allCalls(services), config.publicUrl).then((made) => JSON.stringify(made))
      documents = { version, document }
    }
    return reply.type('application/json; charset=utf-8').send(await documents.document)
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const parts = await services.readiness()
    const ready = isReady(parts)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting', parts })
  })
  app.all('/api/*', () => {
    throw notFound()
  })
  return app
}

/** Deadline for a complete request: a client that sends more slowly is cut off, and delays neither others nor the shutdown. */
function timeouts({ REQUEST_SECONDS }: Config): ServerOptions {
  const requestTimeout = REQUEST_SECONDS * 1000
  // Node swaps the two when the headers may take longer than the whole request.
  const headersTimeout = Math.min(requestTimeout, 60_000)
  return { requestTimeout, headersTimeout, connectionsCheckingInterval: Math.min(requestTimeout / 4, 15_000) }
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whether a program sent a key of another product: no client's header, and a token that is none of a session. */
function isForeignKey(request: FastifyRequest): boolean {
  const token = tokenOf(request)
  return request.headers['x-api-key'] === undefined && token !== undefined && !isSessionToken(token)
}

/** The secret of an address such as `/calendar/….ics`. */
function addressOf({ params }: FastifyRequest): string {
  const { token = '' } = isObject(params) ? params : {}
  return String(token).replace(/\.ics$/, '')
}

function languageOf(request: FastifyRequest): string {
  return request.actor?.language ?? request.headers['accept-language']?.slice(0, 2) ?? 'en'
}
