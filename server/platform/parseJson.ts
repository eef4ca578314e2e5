import type { FastifyRequest } from 'fastify'
import { malformed } from './refusal.ts'

/** How far lists and objects may lie within each other: twice what any call has. */
const DEEPEST = 32
const QUOTE = 34
const BACKSLASH = 92

/** An empty body is an empty object; anything that is not JSON is malformed, whatever its type says. */
export function parseJson(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = String(body)
  try {
    if (isTooDeep(text)) throw malformed()
    // What a device sent is kept as it was received.
    Object.assign(request, { text })
    done(null, text === '' ? {} : JSON.parse(text))
  } catch {
    done(malformed())
  }
}

/** Looked at before it is read: to read, check and copy what lies a million deep takes seconds. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === 91 || sign === 123) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (sign === 93 || sign === 125) depth -= 1
  }
  return false
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at
    at += sign === BACKSLASH ? 2 : 1
  }
  return at
}
