// Longer than others on purpose: what a call goes through stands here, in its order.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access, Method } from '#core/platform/defineCall.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action, Module } from '#core/platform/modules.ts'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { unknownFieldIssues } from '#core/platform/unknownFieldIssues.ts'
import type { Actor, Context } from './context.ts'
import type { Database } from './database.ts'
import type { Encryptor } from './encryptor.ts'
import { answerOnce } from './idempotency.ts'
import { invalid, malformed, mustEnrol, notPermitted, viewingOnly } from './refusal.ts'
import { readAtStandby, type Standby } from './standby.ts'
import { translate } from './translate.ts'

/** What came in with a call; `handle` tells by its type what the schemas of the call have read of it. */
export interface CallInput {
  params: unknown
  query: unknown
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** What a call answers beside `code`; its message is a text key until somebody reads it. */
export type Answer = object & { message?: MessageKey }

/**
 * One call of the API as `handle` puts it together: all that routing, permission, checks, the documents and the tests need
 * to know of it.
 */
export interface Call {
  method: Method
  path: string
  tag: string
  summary: string
  access: Access['who']
  /** Who may ask for the lean list for drop-downs (`options`), although the records themselves are closed to them. */
  mayChoose?: (actor: Actor) => boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body's schema only documents it: whoever runs the call judges what came, whatever it is. */
  takesAnyBody?: boolean
  /** What stands in the answer beside `code`, for the documents. */
  answer?: z.ZodObject
  /** The answer is not JSON but this. */
  produces?: string
  /** Reads and single statements need no transaction of their own. */
  transaction?: boolean
  /** Its answer may lack what others wrote in the last seconds: it is read from a standby, where there is one. */
  mayBeOld?: boolean
  /** Open also to who must first set up a second factor. */
  whileEnrolling?: boolean | undefined
  /** Writes, and is open all the same to who acts as another for viewing only. */
  whileViewing?: boolean
  /** Writes, and is open all the same to who may save nothing: it changes no record of the business. */
  whileReadOnly?: boolean
  /** Its answer holds a secret that is kept nowhere: a repetition is done anew instead of answered from memory. */
  answersSecret?: boolean
  /** Bytes of its body, where it takes more than others. */
  largestBody?: number | undefined
  /** Looks at a caller that is no person, before anything of the body is read. */
  admit?: (request: FastifyRequest) => Promise<void>
  /** Closed to who acts as another: it is about how somebody signs in. */
  onlyInPerson?: boolean
  run: (context: Context, input: CallInput) => Promise<Answer | undefined>
}

export interface CallServices {
  db: Database
  standby?: Standby | undefined
  seal: Encryptor
  actorOf: (request: FastifyRequest) => Promise<Actor>
  /** Makes sure that a password is the actor's. @throws Refusal 422 (`current_password`), 429 */
  confirm: (actor: Actor, password: string, address: string) => Promise<void>
  /** Sees each answer beside the call that gave it: tests compare the two. */
  onAnswer?: ((call: Call, answer: object) => void) | undefined
  /** Called when a call has written, before it is answered: what was kept of the database may be old. */
  onWritten: (call: Call, changed: AffectedUsers) => Promise<void>
}

/** The users whose rights, sessions or ways of reading a call has changed. */
export type AffectedUsers = 'all' | readonly number[]

/** A call that is no read, or says so. */
function writes({ transaction, method }: Call): boolean {
  return transaction ?? method !== 'GET'
}

const EMPTY = {}
/** A device is no browser: it heeds none of a browser's headers, and its answers are too short to be compressed. */
const FOR_DEVICES = { helmet: false, compress: false } as const

/** Bytes of a body before anybody has signed in: names, passwords and what a browser knows of a passkey. */
const LARGEST_PUBLIC_BODY = 64 * 1024
const LARGEST_BODY = 2 * 1024 * 1024

/** Makes a call reachable: permission, checks, one transaction, one answer. */
export function mountCall(app: FastifyInstance, call: Call, services: CallServices): void {
  const callers = new WeakMap<FastifyRequest, Actor>()
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    bodyLimit: call.largestBody ?? (call.access === 'public' ? LARGEST_PUBLIC_BODY : LARGEST_BODY),
    ...(call.access === 'device' && FOR_DEVICES),
    // Who may not make the call sends his body for nothing: none of it is read.
    onRequest: async (request) => {
      await call.admit?.(request)
      const actor = await services.actorOf(request)
      if (actor.mustEnrol && !call.whileEnrolling && call.access !== 'public') throw mustEnrol()
      permitImpersonator(actor, call)
      if (isClosedToReadOnly(actor, call)) throw notPermitted()
      permitCall(actor, call, request)
      callers.set(request, actor)
    },
    handler: async (request, reply) => {
      const actor = callers.get(request)!
      const isConfirmed = await confirmActor(services, actor, call, request)
      const input = inputOf(call, request, reply)
      const { answer, changed } = await runCall(call, services, actor, input, isConfirmed)
      if (call.access !== 'device' && (writes(call) || call.method !== 'GET')) {
        await services.onWritten(call, changed)
        if (actor.user_id !== null) await services.standby?.noteWrite(actor.user_id)
      }
      if (answer === undefined) return reply
      const told = { code: 200, ...inLanguage(answer, actor.language) }
      services.onAnswer?.(call, told)
      return told
    },
  })
}

/** The answer with its message in the language of who asked. */
function inLanguage(answer: Answer, language: string): object {
  const { message } = answer
  return message === undefined ? answer : { ...answer, message: translate(language, message) }
}

async function runCall(
  call: Call,
  { db, seal, standby }: CallServices,
  actor: Actor,
  input: CallInput,
  isConfirmed: boolean,
): Promise<{ answer: Answer | undefined; changed: AffectedUsers }> {
  const outside = { actor, isConfirmed, db, now: new Date(), seal }
  // What such a call writes it writes in transactions of its own, which tell nobody here.
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
    const answer = await (call.answersSecret
      ? call.run(context, input)
      : answerOnce(context, input.request, input.request.body, (inside) => call.run(inside, input)))
    return { answer, changed: await rightsChanged(transaction) }
  })
}

/** Whose rights the transaction has changed so far, as the triggers of the tables tell. */
async function rightsChanged(transaction: Database): Promise<AffectedUsers> {
  const { rows } = await sql<{
    told: string | null
  }>`select current_setting('ullage.access', true) as told`.execute(transaction)
  const told = rows[0]!.told ?? ''
  return told === 'all' ? 'all' : told.split(' ').filter(Boolean).map(Number)
}

/**
 * Judges the present password, where one was sent, before the transaction of the call: a wrong one leaves its trace. It is
 * taken out of the body, so that nothing keeps it. Of who acts as another it confirms nothing.
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
  if (actor.impersonator !== null || typeof current_password !== 'string' || current_password === '')
    return false
  await confirm(actor, current_password, request.ip)
  return true
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** Who acts as another leaves alone how he signs in, and for viewing only he writes nothing. @throws Refusal 405 */
function permitImpersonator(actor: Actor, call: Call): void {
  if (actor.impersonator === null) return
  if (call.onlyInPerson) throw notPermitted()
  const reads = typeof call.access === 'object' && call.access.action === 'read'
  const changes = writes(call) || (call.method !== 'GET' && !reads)
  if (!actor.canSave && changes && !call.whileViewing) throw viewingOnly()
}

/**
 * Whether a call that asks for no permission is closed to somebody because he may save nothing. How he signs in is
 * his own matter, and so is what says so.
 */
export function isClosedToReadOnly(actor: Actor, call: Call): boolean {
  if (actor.canSave || actor.impersonator !== null || call.access !== 'session') return false
  return call.method !== 'GET' && !call.whileReadOnly && !call.onlyInPerson
}

function permitCall(actor: Actor, { access, mayChoose }: Call, request: FastifyRequest): void {
  if (access === 'public' || access === 'session' || access === 'device') return
  if (isPermitted(judgeAction(actor, access.module, access.action, access.loginTypes))) return
  const wantsOptions = Boolean((request.query as Record<string, string>)['options'])
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
  if (!isPermitted(judgeAction(actor, module, action, loginTypes))) throw notPermitted()
}

function isPermitted({ mayWrite, hasLoginType, hasPermission }: ReturnType<typeof judgeAction>): boolean {
  return mayWrite && hasLoginType && hasPermission
}

/** What an action takes, each by itself: all three must hold. */
export function judgeAction(
  actor: Actor,
  module: Module,
  action: Action | 'impersonate',
  loginTypes: readonly LoginType[],
): { mayWrite: boolean; hasLoginType: boolean; hasPermission: boolean } {
  return {
    mayWrite: action === 'read' || actor.canSave,
    hasLoginType: loginTypes.includes(actor.loginType),
    hasPermission: actor.permissions.has(`${module}.${action}`),
  }
}

function inputOf(call: Call, request: FastifyRequest, reply: FastifyReply): CallInput {
  return {
    params: call.params ? acceptParameters(call.params, request.params) : EMPTY,
    query: call.query ? acceptParameters(call.query, request.query) : request.query,
    body: bodyOf(call, request.body),
    request,
    reply,
  }
}

/** What was sent, as far as the call takes it. One that says nothing of a body takes no fields. */
function bodyOf(call: Call, given: unknown): unknown {
  if (call.takesAnyBody) return given
  const isLeftOut = given === undefined || given === null
  if (call.body?.safeParse(undefined).success && isLeftOut) return undefined
  if (call.body) return acceptBody(call.body, given)
  const isFields = call.method !== 'GET' && call.method !== 'DELETE' && isObject(given)
  return isFields ? acceptBody(NO_FIELDS, given) : given
}

const NO_FIELDS = z.object({})

/** Parameters of the address: one of the wrong type is a malformed call. */
function acceptParameters(schema: z.ZodObject, given: unknown): unknown {
  const result = schema.safeParse(given)
  if (!result.success) throw malformed()
  return result.data
}

/**
 * What a caller sent, once it has passed the schema and nothing of it would be lost.
 * @throws Refusal 422 with every field that failed or does not exist; 400 when there is no object at all.
 */
export function acceptBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, issues } = parseBody(schema, body)
  const all = [...issues, ...unknownFieldIssues(schema, body)]
  if (all.length > 0) throw invalid(all)
  return data as T
}

/**
 * The part of a body that the schema knows, for who judges the other names himself.
 * @throws Refusal 422 with every field that failed; 400 when there is no object at all.
 */
export function acceptKnown<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, issues } = parseBody(schema, body)
  if (issues.length > 0) throw invalid(issues)
  return data as T
}

function parseBody<T>(schema: z.ZodType<T>, body: unknown): { data: T | undefined; issues: Issue[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw malformed()
  const result = schema.safeParse(body, { reportInput: true })
  return { data: result.data, issues: result.success ? [] : issuesOf(result.error) }
}
