import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { type ResourceName, registry } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { isUserFieldKey } from '#core/resources/fields/userFields.ts'
import { confirmPassword } from '#server/domains/access/password/confirmPassword.ts'
import { explainCalls } from '#server/domains/access/routes.ts'
import { contactBlocks } from '#server/domains/people/contactBlocks.ts'
import { importCalls } from '#server/domains/tools/imports/importCalls.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Standby } from '#server/platform/database/standby.ts'
import { CallBudget, ownerOfAddress } from '#server/platform/http/callBudget.ts'
import { type Call, type CallServices, mountCall } from '#server/platform/http/http.ts'
import type { Log } from '#server/platform/log.ts'
import { type Metrics, measureCalls } from '#server/platform/metrics.ts'
import { parseJson } from '#server/platform/parseJson.ts'
import { malformed, notFound, wrongApiKey } from '#server/platform/refusal.ts'
import { isApiKey } from '#server/platform/secrets.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { answerError } from '#server/resources/answers.ts'
import { acceptFiles } from '#server/resources/files/images.ts'
import { printRecord } from '#server/resources/files/print.ts'
import { openApiOf } from '#server/resources/openapi.ts'
import { type Operations, operationsOf } from '#server/resources/operations.ts'
import { callsOf, searchCall } from '#server/resources/routes.ts'
import { undoCalls } from '#server/resources/undo/undo.ts'
import { loadUserFields, userFieldsVersion } from '#server/resources/userFields/userFields.ts'
import { behaviours } from './behaviours.ts'
import { type Callers, isForeignKey, openCallers, type RoutesByAccess, tokenOf } from './callers.ts'
import { allowOrigins } from './crossOrigin.ts'
import { domainCalls, type Services } from './domainCalls.ts'
import { isReady } from './readiness.ts'
import { isApiDocument, isApiRoute, routeOf } from './routeOf.ts'
import './registerTexts.ts'

const KINDS: readonly Resource[] = Object.values(registry)

/** Kinds that repeat the names of other records: excluded from the search over all kinds. */
const SEARCHED_ALONE: readonly string[] = [
  'active_sessions',
  'api_keys',
  'audit_entries',
  'identity_providers',
  'login_attempts',
  'webhooks',
] satisfies ResourceName[]

/** Bytes of the longest texts: help articles with their pictures. */
const MAX_BODY_BYTES = 12 * 1024 * 1024
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
  onResponse?: CallServices['onResponse']
  /** Plugins around the API: security headers, the client, documents, metrics. */
  registerPlugins?: (app: FastifyInstance) => Promise<void>
}

/** Every call of the API, in one list: routing, documents and tests read it. */
export function allCalls(services: Services): Call[] {
  const behaviourOf = behaviours(services)
  const kinds = KINDS.map((resource) => {
    const { operations: own, filters = {} } = behaviourOf[resource.name as ResourceName] ?? {}
    const operations: Operations = operationsOf(resource, filters, {
      print: async (context, id) => {
        const record = await operations.read(context, id)
        return printRecord(context, resource, record, await contactBlocks(context, resource, id))
      },
      ...(own as Partial<Operations> | undefined),
    })
    return { resource, operations, filters }
  })
  // Calls of a domain come first: `/devices/gps_coords` is not the device with that id.
  const calls: Call[] = [
    ...explainCalls(() => calls),
    ...domainCalls(services),
    searchCall(KINDS.filter(({ name }) => !SEARCHED_ALONE.includes(name))),
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
export async function buildApi(options: ApiOptions): Promise<FastifyInstance> {
  const { db, config, log, metrics, tracing, services } = options
  const app = createApp(config, log)
  const callers = openCallers(options)
  services.onAccessChanged((user_id) => callers.forget(user_id))
  await loadUserFields(db, KINDS)
  services.onDefinitionsChanged(() => loadUserFields(db, KINDS))
  const calls = allCalls(services)
  const routes = routesByAccess(calls)

  app.decorateRequest('actor', null)
  app.decorateRequest('actorAgain', null)
  app.decorateRequest('text', undefined)
  measureCalls(app, metrics)
  tracing?.traceCalls(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, languageOf(request)))
  addHooks(app, options, routes)
  app.addHook('onClose', async () => {
    await Promise.all([callers.written(), services.receiver.notes.written()])
  })
  await acceptFiles(app)
  await options.registerPlugins?.(app)
  mountCalls(app, calls, options, { callers, routes })
  serveApiDocument(app, services, config)
  serveHealth(app, services)
  app.all('/api/*', () => {
    throw notFound()
  })
  return app
}

function createApp(config: Config, log: Log): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    trustProxy: config.TRUST_PROXY,
    // For paths that are not calls of the API; each call states its own limit.
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
}

function routesByAccess(calls: readonly Call[]): RoutesByAccess {
  const routesOf = (chosen: readonly Call[]) => new Set(chosen.map((call) => `/api${call.path}`))
  return {
    device: routesOf(calls.filter((call) => call.access === 'device')),
    address: routesOf(calls.filter(({ byAddress }) => byAddress)),
    public: routesOf(calls.filter((call) => call.access === 'public')),
  }
}

/** The checks before every call, and the headers of every response. */
function addHooks(app: FastifyInstance, { db, config }: ApiOptions, routes: RoutesByAccess): void {
  const ofAddress = new CallBudget(config.CALLS_OF_ADDRESS)
  /** Devices and pages have no client key, and separate limits. */
  const isElsewhere = (route: string) => !isApiRoute(route) || routes.device.has(route)
  app.addHook('onRequest', async (request) => {
    if (!isElsewhere(routeOf(request))) ofAddress.take(ownerOfAddress(request.ip))
  })
  allowOrigins(app, db, config)
  app.addHook('onRequest', async (request) => {
    const route = routeOf(request)
    if (isElsewhere(route)) return
    if (routes.address.has(route) || (request.method === 'GET' && isApiDocument(route))) return
    if (request.headers['x-api-key'] === config.API_KEY || isApiKey(tokenOf(request))) return
    throw isForeignKey(request) ? wrongApiKey() : malformed()
  })
  // Responses depend on current rights and are not cached by browser or proxy; pictures set their own lifetime.
  app.addHook('onSend', async (request, reply) => {
    if (isApiRoute(routeOf(request)) && !reply.getHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
}

function mountCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  { db, standby, services, onResponse }: ApiOptions,
  { callers, routes }: { callers: Callers; routes: RoutesByAccess },
): void {
  const facts: CallServices = {
    ...{ db, standby, encryptor: services.encryptor, onResponse },
    actorOf: (request, reply) => callers.actorOf(request, reply, routes),
    confirm: (actor, password, address) => confirmPassword({ actor, db }, password, address),
    onWritten: async ({ tag }, changed) => {
      if (changed === 'all') callers.forget()
      else for (const user_id of changed) callers.forget(user_id)
      if (tag === user_defined_fields.name) await loadUserFields(db, KINDS)
    },
    isAddedParameter: isUserFieldKey,
  }
  for (const call of calls) mountCall(app, call, facts)
}

function serveApiDocument(app: FastifyInstance, services: Services, { publicUrl }: Config): void {
  let documents: { version: number; document: Promise<string> } | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    const version = userFieldsVersion()
    if (documents?.version !== version) {
      const document = openApiOf(allCalls(services), publicUrl).then((made) => JSON.stringify(made))
      documents = { version, document }
    }
    return reply.type('application/json; charset=utf-8').send(await documents.document)
  })
}

function serveHealth(app: FastifyInstance, { readiness }: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const parts = await readiness()
    const ready = isReady(parts)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting', parts })
  })
}

/** Deadline for a complete request: a client that sends more slowly is cut off, and delays neither others nor the shutdown. */
function timeouts({ REQUEST_SECONDS }: Config): ServerOptions {
  const requestTimeout = REQUEST_SECONDS * 1000
  // Node swaps the two when the headers may take longer than the whole request.
  const headersTimeout = Math.min(requestTimeout, 60_000)
  return { requestTimeout, headersTimeout, connectionsCheckingInterval: Math.min(requestTimeout / 4, 15_000) }
}

function languageOf(request: FastifyRequest): string {
  return request.actor?.language ?? request.headers['accept-language']?.slice(0, 2) ?? 'en'
}
