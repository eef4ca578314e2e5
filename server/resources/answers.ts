import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseError } from 'pg'
import type { Issue } from '#core/platform/issue.ts'
import { isObject } from '#core/platform/values.ts'
import { tableOf } from '#core/resources/definition.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import { isConnectionLoss } from '#server/platform/database/isConnectionLoss.ts'
import {
  invalid,
  malformed,
  Refusal,
  stillReferenced,
  tooLarge,
  unavailable,
} from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'

/** Returns any error of a call: a refusal with its message, anything else as "Server Error" without details. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: string,
): void {
  const refusal = refusalOfError(error)
  // A file may have been announced before its first byte failed.
  void reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
  if (!refusal) {
    request.log.error({ err: error }, 'a call failed')
    const message = translate(language, 'messages.server_error')
    void reply
      .code(500)
      .send({ ...problemOf(request, reply, 500, message), code: 500, message, request_id: request.id })
    return
  }
  const { issues = [], answer, retryAfter, challenge } = refusal.options
  if (challenge) void reply.header('www-authenticate', challenge)
  if (retryAfter) void reply.header('retry-after', retryAfter)
  if (refusal.status === 405) logRefused(request)
  if (refusal.status === 426) void reply.headers({ upgrade: 'TLS/1.2, HTTP/1.1', connection: 'upgrade' })
  const message = refusalMessage(language, refusal)
  void reply.code(refusal.status).send({
    ...problemOf(request, reply, refusal.status, message),
    code: refusal.status,
    message,
    ...(issues.length > 0 && { errors: issues.map((issue) => describeIssue(language, issue)) }),
    ...answer,
    request_id: request.id,
  })
}

/** The members of problem details (RFC 9457), for callers that accept them. */
function problemOf(request: FastifyRequest, reply: FastifyReply, status: number, detail: string): object {
  if (!request.headers.accept?.includes('application/problem+json')) return {}
  void reply.type('application/problem+json; charset=utf-8')
  return { type: 'about:blank', title: STATUS_CODES[status], status, detail }
}

/** Logs refusals of permission: probing leaves a trace. */
function logRefused(request: FastifyRequest): void {
  const { actor } = request
  const who = { user_id: actor?.user_id, impersonator: actor?.impersonator, company_id: actor?.company_id }
  request.log.info({ ...who, method: request.method, route: request.routeOptions.url }, 'a call was refused')
}

/** The sentence of a refusal; records that still refer to another are named as on screens. */
export function refusalMessage(language: string, { text, options: { params } }: Refusal): string {
  const what = params?.what
  return translate(language, text, what ? { ...params, what: kindNamed(language, what) } : params)
}

/** An issue with its message. */
export function describeIssue(
  language: string,
  { field, rule, params }: Issue,
): { field: string; rule: string; message: string } {
  return { field, rule, message: translate(language, `rules.${rule}`, params) }
}

/** The refusal for an error that was thrown on purpose or by the database; undefined for an internal error. */
export function refusalOfError(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isDatabaseError(error)) return refusalOfDatabase(error)
  const { code, statusCode } = isObject(error) ? error : {}
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return tooLarge()
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return malformed()
  return isConnectionLoss(error) ? unavailable(2) : undefined
}

/** Only errors that PostgreSQL sends have a severity. */
function isDatabaseError(error: unknown): error is DatabaseError {
  return isObject(error) && error.severity !== undefined
}

/** Rules that only the database can check, and an unavailable database. */
function refusalOfDatabase(error: DatabaseError): Refusal | undefined {
  switch (error.code) {
    case '23505':
      return invalid([
        { field: fieldOf(error), rule: fieldOf(error) === 'username' ? 'username_taken' : 'unique' },
      ])
    case '23503':
      return stillReferenced(error.table ?? '')
    case '23514':
      return invalid(
        error.constraint === 'time_zone' ? [{ field: error.column ?? '', rule: 'time_zone' }] : [],
      )
    case '22001':
    case '22003':
    // A time outside the calendar or the column's range.
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
      return invalid([])
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
    // The database accepts no more connections.
    case '53300':
      return unavailable(1)
    // The database ended an idle transaction, or has become a standby.
    case '25P03':
    case '25006':
      return unavailable(2)
    case '53100':
      return unavailable(60)
    default:
      return error.code?.startsWith('08') || error.code?.startsWith('57P') ? unavailable(2) : undefined
  }
}

/** The name of a table's records in the user's language. */
function kindNamed(language: string, table: string | number): string {
  const kind = registeredKinds().find((resource) => tableOf(resource) === table)
  const name = String(table).replaceAll('_', ' ')
  return kind ? translate(language, `records.${kind.name}.label`).toLowerCase() : name
}

/** Unique indexes are named by table and field: devices_public_id. */
function fieldOf({ table = '', constraint = '' }: DatabaseError): string {
  const name = constraint.replace(`${table}_`, '')
  const kind = registeredKinds().find((resource) => tableOf(resource) === table)
  return kind && name in kind.fields
    ? name
    : constraint === 'device_ports_device_id_port_number_key'
      ? 'port_number'
      : name
}
