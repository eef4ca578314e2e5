import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWithinNetworks } from '#core/platform/networks.ts'
import { isObject } from '#core/platform/values.ts'
import { actorOfApiKey } from '#server/domains/access/apiKeys/actorOfApiKey.ts'
import { actorOfCalendar } from '#server/domains/access/calendar/calendarAddress.ts'
import { actorOfSession, type SessionActor } from '#server/domains/access/sessions/actorOfSession.ts'
import type { Config } from '#server/platform/config.ts'
import { type Actor, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Standby } from '#server/platform/database/standby.ts'
import { CallBudget } from '#server/platform/http/callBudget.ts'
import type { Log } from '#server/platform/log.ts'
import { noSession, notFound, tooManyRequests, wrongApiKey } from '#server/platform/refusal.ts'
import { isApiKey, isSessionToken } from '#server/platform/secrets.ts'
import { ActorCache } from './actorCache.ts'
import { routeOf } from './routeOf.ts'
import { KeyUse, SessionUse } from './sessionUse.ts'

/** Calls that report when and where sessions were used: pending uses are written first. */
const REPORTS_SESSION_USE = /session/
const REPORTS_KEY_USE = /api_keys/

/** The routes of calls that identify their caller by neither a session nor a key. */
export interface RoutesByAccess {
  device: ReadonlySet<string>
  address: ReadonlySet<string>
  public: ReadonlySet<string>
}

/** Finds the callers of requests, and records the use of their sessions and keys. */
export interface Callers {
  actorOf: (request: FastifyRequest, reply: FastifyReply, routes: RoutesByAccess) => Promise<Actor>
  /** Reads the rights of a user again at their next call; without an id, the rights of all users. */
  forget: (user_id?: number) => void
  /** Writes pending uses of sessions and keys. */
  written: () => Promise<unknown>
}

interface CallerOptions {
  db: Database
  standby?: Standby | undefined
  config: Config
  log: Log
}

/** Opens the cache of callers, their budgets and the notes of their use. */
export function openCallers({ db, standby, config, log }: CallerOptions): Callers {
  // Rights are read from where they were written; from a standby only while the primary accepts no writes.
  const rightsFrom = () => standby?.for(null, false) ?? db
  const actors = new ActorCache((token) =>
    isApiKey(token) ? actorOfApiKey(rightsFrom(), token) : actorOfSession(rightsFrom(), token),
  )
  const uses = new SessionUse(db, log)
  const keyUses = new KeyUse(db, log)
  const ofAccount = new CallBudget(config.CALLS_OF_ACCOUNT)

  async function noteUse(request: FastifyRequest, { session_id, api_key_id }: Actor, route: string) {
    if (session_id) uses.note(session_id, request.ip, request.headers['x-screen'])
    if (api_key_id) keyUses.note(api_key_id, request.ip)
    if (REPORTS_SESSION_USE.test(route)) await uses.written()
    if (REPORTS_KEY_USE.test(route)) await keyUses.written()
  }

  return {
    actorOf: async (request, reply, routes) => {
      const route = routeOf(request)
      if (routes.device.has(route) || routes.public.has(route)) return systemActor
      if (routes.address.has(route)) {
        const actor = await actorOfCalendar(rightsFrom(), addressOf(request))
        if (actor.networks && !isWithinNetworks(request.ip, actor.networks)) throw notFound()
        ofAccount.take(`calendar ${actor.user_id}`)
        return Object.assign(request, { actor }).actor
      }
      const token = tokenOf(request)
      if (!token) throw noSession()
      const actor = withinNetworks(await actors.of(token), request, token)
      const actorAgain = async () => withinNetworks(await actors.ofOpenPage(token), request, token)
      Object.assign(request, { actor, actorAgain })
      takeCall(ofAccount, actor, reply)
      await noteUse(request, actor, route)
      return actor
    },
    forget: (user_id) => actors.forget(user_id),
    written: () => Promise.all([uses.written(), keyUses.written()]),
  }
}

/** @throws Refusal for a request from outside the networks of the user or of their key */
function withinNetworks(actor: SessionActor, { ip }: FastifyRequest, token: string): SessionActor {
  const isOutside = [actor.networks, actor.key?.networks].some(
    (networks) => networks && !isWithinNetworks(ip, networks),
  )
  if (isOutside) throw isApiKey(token) ? wrongApiKey() : noSession()
  return actor
}

/** Deducts a call from the budget of the key or of the user. @throws Refusal 429 when it is used up */
function takeCall(ofAccount: CallBudget, actor: SessionActor, reply: FastifyReply): void {
  if (!actor.key) {
    ofAccount.take(String(actor.impersonator ?? actor.user_id))
    return
  }
  const budget = ofAccount.count(`key ${actor.api_key_id}`, actor.key.callsPerMinute ?? undefined)
  // draft-ietf-httpapi-ratelimit-headers
  if (budget)
    void reply.headers({
      'ratelimit-policy': `"key";q=${budget.perMinute};w=60`,
      ratelimit: `"key";r=${budget.left};t=${budget.fullIn}`,
    })
  if (budget?.retryAfter) throw tooManyRequests(budget.retryAfter)
}

/** The token that a request bears. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whether a program sent a key of another product: without the client's header, and with a token that belongs to no session. */
export function isForeignKey(request: FastifyRequest): boolean {
  const token = tokenOf(request)
  return request.headers['x-api-key'] === undefined && token !== undefined && !isSessionToken(token)
}

/** The secret of an address such as `/calendar/….ics`. */
function addressOf({ params }: FastifyRequest): string {
  const { token = '' } = isObject(params) ? params : {}
  return String(token).replace(/\.ics$/, '')
}
