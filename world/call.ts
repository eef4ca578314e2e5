import http from 'node:http'

/** A call with its result. */
export interface Call {
  /** The caller. */
  who: string
  /** By the simulated clock, ms. */
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

interface Request {
  address: string
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

/**
 * Makes one call on a connection of its own: an open one would be closed by a leap of the clock.
 * @returns the status, `UNKNOWN` without an answer, and the answer
 */
export function send({
  address,
  method,
  path,
  headers,
  body,
}: Request): Promise<{ status: number; answer: any }> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const request = http.request(`${address}${path}`, {
      method,
      agent: false,
      headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
    })
    const fail = (error: Error) => resolve({ status: UNKNOWN, answer: error.message })
    request.on('error', fail)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', fail)
      response.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        resolve({ status: response.statusCode ?? UNKNOWN, answer: parsed(raw) })
      })
    })
    request.end(text)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
