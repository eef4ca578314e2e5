import type { CallDefinition, ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { type CallOptions, call } from './api.ts'

/** The message of a response. */
interface Notice {
  message?: string
  type?: string
}

type Answer<D extends CallDefinition> = D['method'] extends 'GET' ? ResponseOf<D> : ResponseOf<D> & Notice

/** Calls without parameters and body need no input. */
type CallInput<D extends CallDefinition> =
  object extends SentTo<D> ? [input?: SentTo<D> & RequestOptions] : [input: SentTo<D> & RequestOptions]

interface RequestOptions extends CallOptions {
  /** A form with files instead of a body. */
  form?: FormData
}

interface Sent extends RequestOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
}

/**
 * Makes a call by its definition: `request<typeof listPayments>('GET', '/…/:document_id/payments', { params })`. The compiler
 * checks method, path, input and response. The definition itself is imported as a type, so that its schemas stay out of the
 * bundle.
 */
export function request<D extends CallDefinition>(
  method: D['method'],
  path: D['path'],
  ...[input]: CallInput<D>
): Promise<Answer<D>>
export function request(
  method: CallDefinition['method'],
  path: string,
  { params, query, body, form, ...options }: Sent = {},
): Promise<unknown> {
  return call(method, addressOf(path, params, query), form ?? body, options)
}

/**
 * The query function of a call that reads: `queryFn: reading<typeof listPayments>('/…/:document_id/payments', { params })`. Its request
 * ends with the query.
 */
export function reading<D extends CallDefinition>(
  path: D['path'],
  ...[input]: CallInput<D>
): (context: { signal: AbortSignal }) => Promise<Answer<D>>
export function reading(path: string, { params, query, ...options }: Sent = {}) {
  return ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
    call('GET', addressOf(path, params, query), undefined, { ...options, signal })
}

/** The address of a call: its path with the parameters filled in, and its query. Undefined values are left out. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${filled}?${text}` : filled
}
