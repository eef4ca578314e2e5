import type { FastifyRequest } from 'fastify'
import { malformed } from './refusal.ts'

/** Maximum nesting of lists and objects: twice that of any call. */
const MAX_DEPTH = 32
/** Maximum number of distinct names in one body. Parsing a new name takes about a hundred times as long as a known one. */
const MAX_NAMES = 5000
const QUOTE = 34
const BACKSLASH = 92
const COLON = 58

/**
 * An empty body is an empty object; anything that is not JSON is malformed, with any content type, except for a call that `takesAnyText`.
 */
export function parseJson(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = String(body)
  // A device's message is stored as it was received.
  Object.assign(request, { text })
  try {
    if (isTooComplex(text)) throw malformed()
    done(null, text === '' ? {} : JSON.parse(text))
  } catch {
    if (request.routeOptions.config.takesAnyText) done(null, undefined)
    else done(malformed())
  }
}

/**
 * Whether a text is nested deeper, or has more distinct names, than any valid input. It is checked before it is parsed: parsing, checking
 * and copying a million levels, or 800,000 names, takes seconds.
 */
export function isTooComplex(text: string): boolean {
  const names = new Set<number>()
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const sign = text.charCodeAt(index)
    if (sign === QUOTE) {
      const start = index
      index = endOfText(text, index)
      if (isName(text, index) && names.add(hashOf(text, start, index)).size > MAX_NAMES) return true
    } else if (sign === 91 || sign === 123) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (sign === 93 || sign === 125) depth -= 1
  }
  return false
}

function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at < 0 ? text.length : at
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

/** Whether a quoted text that ends there is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === COLON
}

/** A hash (FNV-1a) that differs for different names, with few exceptions; long names count by their first 64 characters. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 2166136261
  for (let at = start; at < Math.min(end, start + 64); at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return hash
}
