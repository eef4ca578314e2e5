// Deliberately long: the stages of a call are here, in their order.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access, Method, Permitted } from '#core/platform/defineCall.ts'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action, Module } from '#core/platform/modules.ts'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import { unknownFieldIssues } from '#core/platform/unknownFieldIssues.ts'
import { isObject } from '#core/platform/values.ts'
import type { Actor, Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { readAtStandby, type Standby } from '../database/standby.ts'
import type { Encryptor } from '../encryptor.ts'
import { invalid, lenient, malformed, mustEnrol, notPermitted, viewingOnly } from '../refusal.ts'
import { translate } from '../translate.ts'
import { answerOnce } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, from the moment that it is known. */
    actor?: Actor | null
    /** Resolves the caller again, for a page that stays open. */
    actorAgain?: (() => Promise<Actor>) | null
    /** The text of the body as it was received. */
    text?: string
  }
  interface FastifyContextConfig {
    takesAnyText?: boolean
  }
}

/** The input of a call; `handle` types it by the schemas of the call. */
export interface CallInput {
  params: unknown
  query: unknown
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** The response of a call in addition to `code`; its message is a text key until it is sent. */
export type Answer = object & { message?: MessageKey | Sentence }

/** A message with parameters. */
interface Sentence {
  key: MessageKey
  params: Readonly<Record<string, string>>
}

/** One call of the API as `handle` combines it: everything that routing, permissions, checks, documents and tests need. */
export interface Call {
  method: Method
  path: string
  tag: string
  summary: string
  access: Access['who']
  /** Actors who may read the short list for drop-downs (`options`) without reading the records themselves. */
  mayChoose?: (actor: Actor) => boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body's schema only documents it: the handler validates any body. */
  takesAnyBody?: boolean
  /** A body that is not JSON reaches the handler as undefined, with its text at the request. */
  takesAnyText?: boolean
  /** The response in addition to `code`, for the documents. */
  answer?: z.ZodObject
  /** The media type of a response that is not JSON. */
  produces?: string
  /** Reads and single statements need no explicit transaction. */
  transaction?: boolean
  /** The response may lack writes of other users of the last seconds: it is read from a standby, if there is one. */
  mayBeOld?: boolean
  /** Also open to users who must first set up a second factor. */
  whileEnrolling?: boolean | undefined
  /** A write that is open to impersonators in viewing mode. */
  whileViewing?: boolean
  /** A write that is open to read-only accounts: it changes no record of the business. */
  whileReadOnly?: boolean
  /** The response holds a secret that is not stored: a repeated call runs again instead of returning the stored response. */
  answersSecret?: boolean
  /** Maximum size of the body in bytes, if larger than the default. */
  largestBody?: number | undefined
  /** Checks a caller that is not a user before the body is read. */
  admit?: (request: FastifyRequest) => Promise<void>
  /** Closed to impersonators: the call concerns the user's sign-in. */
  onlyInPerson?: boolean
  /** The secret `token` in the path identifies the account. */
  byAddress?: boolean
  /** Whether an API key can make it; by default if it needs a permission. */
  byKey?: boolean | undefined
  run: (context: Context, input: CallInput) => Promise<Answer | undefined>
}

export interface CallServices {
  db: Database
  standby?: Standby | undefined
  encryptor: Encryptor
  actorOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Actor>
  /** Verifies that a password is the actor's. @throws Refusal 422 (`current_password`), 429 */
  confirm: (actor: Actor, password: string, address: string) => Promise<void>
  /** Receives each response with its call: tests compare the two. */
  onResponse?: ((call: Call, answer: object) => void) | undefined
  /** Whether a parameter belongs to a field that the installation added. */
  isAddedParameter: (name: string) => boolean
  /** Called after a call has written and before it is answered, as caches may be stale. */
  onWritten: (call: Call, changed: AffectedUsers) => Promise<void>
}

/** The users whose rights, sessions or settings a call has changed. */
export type AffectedUsers = 'all' | readonly number[]

/** Whether a call is not a read, or declares a transaction. */
function writes({ transaction, method }: Call): boolean {
  return transaction ?? method !== 'GET'
}

const EMPTY = {}
/** A device ignores a browser's headers, and its responses are too short to be compressed. */
const FOR_DEVICES = { helmet: false, compress: false } as const

/** Maximum bytes of a body before sign-in: names, passwords and passkey data. */
const MAX_PUBLIC_BODY_BYTES = 64 * 1024
const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Mounts a call: permission, checks, one transaction, one response. */
export function mountCall(app: FastifyInstance, call: Call, services: CallServices): void {
  const callers = new WeakMap<FastifyRequest, Actor>()
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    bodyLimit: call.largestBody ?? (call.access === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES),
    config: { takesAnyText: call.takesAnyText ?? false },
    ...(call.access === 'device' && FOR_DEVICES),
    // The body of a caller without permission is not read.
    onRequest: async (request, reply) => {
      await call.admit?.(request)
      const actor = await services.actorOf(request, reply)
      if (actor.mustEnrol && !call.whileEnrolling && call.access !== 'public') throw mustEnrol()
      permitImpersonator(actor, call)
      permitKey(actor, call)
      if (isClosedToReadOnly(actor, call)) throw notPermitted()
      permitCall(actor, call, request)
      callers.set(request, actor)
    },
    handler: async (request, reply) => {
      const actor = getOrThrow(callers, request)
      const isConfirmed = await confirmActor(services, actor, call, request)
      const isStrict =
        actor.api_key_id !== null || /\bhandling=strict\b/i.test(String(request.headers['prefer']))
      if (isStrict) refuseUnknownParameters(call, request, services.isAddedParameter)
      const input = inputOf(call, request, reply, isStrict)
      const { answer, changed } = await runCall(call, services, actor, input, { isConfirmed, isStrict })
      if (call.access !== 'device' && (writes(call) || call.method !== 'GET')) {
        await services.onWritten(call, changed)
        if (actor.user_id !== null) await services.standby?.noteWrite(actor.user_id)
      }
      if (answer === undefined) return reply
      const body = { code: 200, ...inLanguage(answer, actor.language) }
      services.onResponse?.(call, body)
      return body
    },
  })
}

/** The response with its message in the caller's language. */
function inLanguage(answer: Answer, language: string): object {
  const { message } = answer
  if (message === undefined) return answer
  const { key, params = {} } = typeof message === 'string' ? { key: message } : message
  return { ...answer, message: translate(language, key, params) }
}

async function runCall(
  call: Call,
  { db, encryptor, standby }: CallServices,
  actor: Actor,
  input: CallInput,
  circumstances: Pick<Context, 'isConfirmed' | 'isStrict'>,
): Promise<{ answer: Answer | undefined; changed: AffectedUsers }> {
  const outside = { actor, ...circumstances, db, now: new Date(), encryptor }
  // Such a call writes in its own transactions, whose changes are not reported here.
  if (!writes(call)) {
    const run = (from: Database) => call.run({ ...outside, db: from }, input)
    const mayMove = standby && call.method === 'GET'
    return {
      answer: await (mayMove
        ? readAtStandby(
            standby,
            { db, user_id: actor.user_id, mayBeOld: call.mayBeOld ?? false },
            run,
            input.reply,
          )
        : run(db)),
      changed: 'all',
    }
  }
  return db.transaction().execute(async (transaction) => {
    const context = { ...outside, db: transaction }
    const response = await (call.answersSecret
      ? call.run(context, input)
      : answerOnce(context, input.request, input.request.body, (inside) => call.run(inside, input)))
    return { answer: response, changed: await rightsChanged(transaction) }
  })
}

/** The users whose rights the transaction has changed so far, as the tables' triggers report. */
async function rightsChanged(transaction: Database): Promise<AffectedUsers> {
  const { rows } = await sql<{
    users: string | null
  }>`select current_setting('ullage.access', true) as users`.execute(transaction)
  const users = firstOf(rows).users ?? ''
  return users === 'all' ? 'all' : users.split(' ').filter(Boolean).map(Number)
}

/**
 * Verifies the current password, if one was sent, before the transaction of the call, so that a failed attempt is recorded. It is removed
 * from the body, so that nothing stores it. It confirms nothing for an impersonator
 * or an API key.
 */
async function confirmActor(
  { confirm }: CallServices,
  actor: Actor,
  { access }: Call,
  request: FastifyRequest,
): Promise<boolean> {
  const { body } = request
  if (access === 'public' || access === 'device' || !isObject(body) || !('current_password' in body))
    return false
  const { current_password, ...rest } = body
  request.body = rest
  if (
    actor.impersonator !== null ||
    actor.api_key_id !== null ||
    typeof current_password !== 'string' ||
    current_password === ''
  )
    return false
  await confirm(actor, current_password, request.ip)
  return true
}

/** An impersonator cannot change the user's sign-in, and in viewing mode writes nothing. @throws Refusal 405 */
function permitImpersonator(actor: Actor, call: Call): void {
  if (actor.impersonator === null) return
  if (call.onlyInPerson) throw notPermitted()
  const reads = typeof call.access === 'object' && call.access.action === 'read'
  const changes = writes(call) || (call.method !== 'GET' && !reads)
  if (!actor.canSave && changes && !call.whileViewing) throw viewingOnly()
}

/** An API key makes the calls of its permissions and those declared for it; none that concerns a user's sign-in. @throws Refusal 405 */
function permitKey({ api_key_id, mustEnrol: isUnenrolled }: Actor, call: Call): void {
  if (api_key_id === null || call.access === 'public' || call.access === 'device') return
  if (isUnenrolled) throw mustEnrol()
  if (!isOpenToKeys(call)) throw notPermitted()
}

/** Whether an API key with the permission can make a call. */
export function isOpenToKeys({ access, byKey, onlyInPerson }: Call): boolean {
  return !onlyInPerson && (byKey ?? (typeof access === 'object' && access.action !== 'impersonate'))
}

/**
 * Whether a call without a permission is closed to an actor because the account is read-only. Calls about the user's own sign-in, and those
 * that declare it, stay open.
 */
export function isClosedToReadOnly(actor: Actor, call: Call): boolean {
  if (actor.canSave || actor.impersonator !== null || call.access !== 'session') return false
  return call.method !== 'GET' && !call.whileReadOnly && !call.onlyInPerson
}

function permitCall(actor: Actor, { access, mayChoose }: Call, request: FastifyRequest): void {
  if (access === 'public' || access === 'session' || access === 'device') return
  if (isPermitted(judgeAction(actor, access))) return
  const wantsOptions = isObject(request.query) && request.query.options
  if (!wantsOptions || !mayChoose?.(actor)) throw notPermitted()
}

/**
 * Refuses what the actor's login type or permissions do not allow.
 * @throws Refusal 405
 */
export function permitAction(
  actor: Actor,
  module: Module,
  action: Action | 'impersonate',
  loginTypes: readonly LoginType[],
): void {
  if (!isPermitted(judgeAction(actor, { module, action, loginTypes }))) throw notPermitted()
}

function isPermitted({
  mayWrite,
  hasLoginType,
  sells,
  hasPermission,
}: ReturnType<typeof judgeAction>): boolean {
  return mayWrite && hasLoginType && sells && hasPermission
}

/** The conditions of an action, one by one: all must hold. */
export function judgeAction(
  actor: Actor,
  { module, action, loginTypes, sellersOnly }: Permitted,
): { mayWrite: boolean; hasLoginType: boolean; sells: boolean; hasPermission: boolean } {
  return {
    mayWrite: action === 'read' || actor.canSave,
    hasLoginType: loginTypes.includes(actor.loginType),
    sells: !(sellersOnly && actor.onlyBuys),
    hasPermission: actor.permissions.has(`${module}.${action}`),
  }
}

function inputOf(call: Call, request: FastifyRequest, reply: FastifyReply, isStrict: boolean): CallInput {
  return {
    params: call.params ? acceptParameters(call.params, request.params, isStrict) : EMPTY,
    query: call.query ? acceptParameters(call.query, request.query, isStrict) : request.query,
    body: bodyOf(call, request.body),
    request,
    reply,
  }
}

/** The body as the call accepts it. A call without a body schema accepts no fields. */
function bodyOf(call: Call, sent: unknown): unknown {
  if (call.takesAnyBody) return sent
  const isLeftOut = sent === undefined || sent === null
  if (call.body?.safeParse(undefined).success && isLeftOut) return undefined
  if (call.body) return acceptBody(call.body, sent)
  const isFields = call.method !== 'GET' && call.method !== 'DELETE' && isObject(sent)
  return isFields ? acceptBody(NO_FIELDS, sent) : sent
}

const NO_FIELDS = z.object({})

/** @throws Refusal 400 with every parameter of the query that the call does not have, and those that it has. */
function refuseUnknownParameters(
  { query }: Call,
  request: FastifyRequest,
  isAdded: CallServices['isAddedParameter'],
): void {
  const known = Object.keys(query?.shape ?? {})
  const unknown = Object.keys(request.query ?? {}).filter((name) => !known.includes(name) && !isAdded(name))
  if (unknown.length === 0) return
  const params = { known: known.join(', ') || '–' }
  throw lenient(unknown.map((field) => ({ field, rule: 'unknown_parameter' as const, params })))
}

/** Query and path parameters: a wrong type is a malformed call. @throws Refusal 400; of a strict call with each parameter that failed */
function acceptParameters(schema: z.ZodObject, sent: unknown, isStrict: boolean): unknown {
  const { data, error } = schema.safeParse(sent, { reportInput: true })
  if (error) throw isStrict ? lenient(issuesOf(error)) : malformed()
  return data
}

/**
 * A body that passes the schema without unknown fields.
 * @throws Refusal 422 with every field that failed or does not exist; 400 when there is no object at all.
 */
export function acceptBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = parseBody(schema, body)
  const issues = [...issuesIn(parsed), ...unknownFieldIssues(schema, body)]
  if (!parsed.success || issues.length > 0) throw invalid(issues)
  return parsed.data
}

/**
 * The fields of a body that the schema knows, for a caller that validates the others itself.
 * @throws Refusal 422 with every field that failed; 400 when there is no object at all.
 */
export function acceptKnown<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = parseBody(schema, body)
  if (!parsed.success) throw invalid(issuesIn(parsed))
  return parsed.data
}

function parseBody<T>(schema: z.ZodType<T>, body: unknown): z.ZodSafeParseResult<T> {
  if (!isObject(body)) throw malformed()
  return schema.safeParse(body, { reportInput: true })
}

function issuesIn({ error }: z.ZodSafeParseResult<unknown>): Issue[] {
  return error ? issuesOf(error) : []
}
