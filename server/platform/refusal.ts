import type { Issue } from '#core/platform/issue.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'

type Params = Readonly<Record<string, string | number>>

/** A call that the server refuses on purpose. Thrown anywhere, handled in one place, in the user's language. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 426 | 429 | 503,
    readonly text: MessageKey,
    readonly options: {
      issues?: readonly Issue[]
      params?: Params
      answer?: object
      retryAfter?: number
      /** The header `www-authenticate` of a 401. */
      challenge?: string
    } = {},
  ) {
    super(text)
  }
}

export const malformed = (params?: Params) => new Refusal(400, 'messages.bad_request', { params })
/** Errors that a lenient reader would ignore: for programs. */
export const lenient = (issues: readonly Issue[]) => new Refusal(400, 'messages.bad_request', { issues })
export const wrongCredentials = () => new Refusal(401, 'messages.invalid_credentials')
/** For programs: RFC 6750 requires the challenge. One response for every reason. */
export const wrongApiKey = () =>
  new Refusal(401, 'messages.wrong_api_key', { challenge: 'Bearer realm="Ullage", error="invalid_token"' })
export const noSession = () => new Refusal(403, 'messages.session_timed_out')
/** `fields`: the fields that refer to a missing record. */
export const notFound = (...fields: string[]) =>
  new Refusal(404, 'messages.not_found', {
    issues: fields.map((field) => ({ field, rule: 'not_found' as const })),
  })
export const notPermitted = () => new Refusal(405, 'messages.not_permitted')
export const viewingOnly = () => new Refusal(405, 'messages.viewing_only')
export const mustEnrol = () =>
  new Refusal(405, 'messages.second_factor_required', { answer: { must_enrol: true } })
export const conflict = (text: MessageKey, params?: Params, answer?: object) =>
  new Refusal(409, text, { params, answer })
/** A record that others refer to: `table` holds the referring records; the response names them. */
export const stillReferenced = (table: string) => conflict('messages.conflict_held', { what: table })
export const tooLarge = () => new Refusal(413, 'messages.too_large')
export const invalid = (issues: readonly Issue[]) => new Refusal(422, 'messages.incorrect_value', { issues })
/** A plain HTTP request where HTTPS is required: not redirected, so that the sender notices. */
export const httpsRequired = () => new Refusal(426, 'messages.wants_https')
export const tooManyRequests = (retryAfter: number) => new Refusal(429, 'messages.too_many', { retryAfter })
export const unavailable = (retryAfter: number) => new Refusal(503, 'messages.unavailable', { retryAfter })
