import type { AnswerOf, CallDefinition, SentTo } from '#core/platform/defineCall.ts'
import { type CallOptions, call } from './api.ts'

/** What is told to whoever did something. */
interface Notice {
  message?: string
  type?: string
}

type Answer<D extends CallDefinition> = D['method'] extends 'GET' ? AnswerOf<D> : AnswerOf<D> & Notice

/** Nothing has to be given to a call that takes no parameters and no body. */
type Given<D extends CallDefinition> =
  object extends SentTo<D> ? [input?: SentTo<D> & RequestOptions] : [input: SentTo<D> & RequestOptions]

interface RequestOptions extends CallOptions {
  /** A form with files, in the place of a body. */
  form?: FormData
}

interface Sent extends RequestOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
}

/**
 * Makes a call as its definition says it: `request<typeof listPayments>('GET', '/…/:document_id/payments', { params })`.
 * Method, path, what is given and what comes back are checked by the compiler. The definition itself is imported as a
 * type, so that its schemas stay out of what the browser loads.
 */
export function request<D extends CallDefinition>(
  method: D['method'],
  path: D['path'],
  ...[input]: Given<D>
): Promise<Answer<D>> {
  const { params, query, body, form, ...options } = (input ?? {}) as Sent
  return call(method, addressOf(path, params, query), form ?? body, options)
}

/** The address of a call: its path with the parameters in their places, and what it asks. What is undefined is left out. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${filled}?${text}` : filled
}
