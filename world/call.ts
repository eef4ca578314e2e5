import http from 'node:http'
import { text } from 'node:stream/consumers'

/** A call with its result. */
export interface Call {
  /** The caller. */
  who: string
  /** Time by the simulated clock, ms. */
  at: number
  method: string
  path: string
  body: unknown
  status: number
  answer: any
  /** Its duration, ms of real time. */
  took: number
}

/** A call without its ids: `GET /api/devices/:id`. */
export function kindOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\?.*/, '').replace(/\d+/g, ':id')}`
}

/** Statuses after which the outcome of a call is unknown. */
export const UNKNOWN = 0

export interface Request extends Pick<Call, 'method' | 'path'> {
  headers: Record<string, string>
  body?: unknown
}

/**
 * Makes one call on a dedicated connection: an open one would be closed by a leap of the clock.
 * @returns the status, `UNKNOWN` without an answer, and the answer
 */
export function send(
  address: string,
  { method, path, headers, body }: Request,
): Promise<{ status: number; answer: any }> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: UNKNOWN, answer: error.message })
    const request = http.request(`${address}${path}`, {
      method,
      agent: false,
      headers: { ...headers, ...json },
    })
    request.on('error', fail)
    request.on('response', (response) => {
      text(response).then(
        (raw) => resolve({ status: response.statusCode ?? UNKNOWN, answer: parsed(raw) }),
        fail,
      )
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
