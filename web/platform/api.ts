import { readToken } from './token.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface FieldError {
  field: string
  rule: string
  message: string
}

/** One of many records, of which none was changed because of it. */
export interface RefusedRecord {
  id: number
  title: string
  message: string
  errors: FieldError[]
}

/** What the server says when it declines. */
export interface RefusalBody {
  code: number
  message: string
  errors?: FieldError[]
  request_id?: string
  /** Who signed in has signed up, and waits until staff let him in. */
  sign_up?: 'waiting'
  /** The record as it is now, when somebody else was faster. */
  current?: Record<string, unknown>
  /** Which of many records were refused, and why. */
  report?: RefusedRecord[]
}

/** A call that was declined, or (code 0) that nobody answered. */
export class CallRefused extends Error {
  constructor(readonly answer: RefusalBody) {
    super(answer.message)
  }

  get code(): number {
    return this.answer.code
  }
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** The session that it is made in, where that is no longer the one of this browser. */
  token?: string
  /** How often a call that nobody answered is tried again. */
  retries?: number
}

/** How often a list is asked for again, like a delete; everything else twice. */
export const LIST_RETRIES = 3
const READ_TIMEOUT = 15_000
const SAVE_TIMEOUT = 25_000
const LONGEST_PAUSE = 8_000

let sessionLost: (refusal: CallRefused) => void = () => {}

/** Says what is to be done when the server no longer knows the session: it is given what the server said. */
export function onSessionLost(listener: typeof sessionLost): void {
  sessionLost = listener
}

let refused: () => void = () => {}

/** Says what is to be done when the server refuses what the screen has offered. */
export function onRefused(listener: () => void): void {
  refused = listener
}

/** Makes a call again with the present password of whoever sits there. */
type Again = (password: string) => Promise<Response>

let askForPassword: ((again: Again) => Promise<Response | undefined>) | undefined

/**
 * Says how somebody is asked for their password when a call wants it: it makes the call again until the password is
 * right, or answers nothing when it is not given.
 */
export function onPasswordRequired(ask: typeof askForPassword): void {
  askForPassword = ask
}

async function sendAsked(
  method: Method,
  path: string,
  body: object | undefined,
  options: CallOptions,
): Promise<Response> {
  try {
    return await send(method, path, body, options)
  } catch (failure) {
    const isWanted =
      failure instanceof CallRefused && failure.answer.errors?.[0]?.field === 'current_password'
    if (!isWanted || !askForPassword || (body && 'current_password' in body)) throw failure
    const again: Again = (current_password) => send(method, path, { ...body, current_password }, options)
    const response = await askForPassword(again)
    if (!response) throw failure
    return response
  }
}

/** Makes a call of the API and answers its body. The only place, with `download` and `live`, that talks to the server. */
export async function call<T>(
  method: Method,
  path: string,
  body?: object,
  options: CallOptions = {},
): Promise<T> {
  if (method !== 'GET') clearPrefetched()
  const begun = method === 'GET' ? takeBegun(path) : undefined
  const response = await (begun ?? sendAsked(method, path, body, options))
  return (await response.json()) as T
}

/** What was asked before the screen was there that wants it; in the name of one session only. */
const begunReads = new Map<string, Promise<Response>>()
/** An answer that nobody has wanted for so long may be old, ms. */
const BEGUN_IS_FRESH = 5_000

/** Asks for what the first screen will surely want while its code is still on its way: the next `call` takes the answer. */
export function prefetch(path: string): void {
  const key = begunKey(path)
  const answer = send('GET', path, undefined, {})
  // Whoever takes it hears of the failure.
  answer.catch(() => {})
  begunReads.set(key, answer)
  setTimeout(() => begunReads.delete(key), BEGUN_IS_FRESH)
}

/** Something has changed: what was asked before may tell the old state. */
export function clearPrefetched(): void {
  begunReads.clear()
}

function takeBegun(path: string): Promise<Response> | undefined {
  const key = begunKey(path)
  const answer = begunReads.get(key)
  begunReads.delete(key)
  return answer
}

function begunKey(path: string): string {
  return `${readToken() ?? ''} ${path}`
}

/** How far a file is. The number of its records is known of an export; its length never is. */
export interface Progress {
  bytes: number
  /** Records that have arrived, of how many; only of what has one in each line. */
  share: number | undefined
}

interface DownloadOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/** The browser is handed this much at once: it keeps it on the disk instead of in the page. */
const FILE_PART = 8 * 1024 * 1024

/** A file of the API, such as an export, as it comes. */
export async function download(
  path: string,
  { signal, onProgress }: DownloadOptions = {},
): Promise<{ blob: Blob; name: string | undefined }> {
  const response = await send('GET', path, undefined, { signal })
  const { headers, body } = response
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const type = headers.get('content-type') ?? ''
  const total = type.startsWith('text/csv') ? Number(headers.get('x-total-records') ?? 0) : 0
  if (!body) return { blob: await response.blob(), name }
  const parts: Blob[] = []
  let held: Uint8Array<ArrayBuffer>[] = []
  let [bytes, heldBytes, lines] = [0, 0, 0]
  const reader = body.getReader()
  const stop = () => void reader.cancel()
  signal?.addEventListener('abort', stop)
  for (;;) {
    const { value, done } = await reader.read()
    signal?.throwIfAborted()
    if (done) break
    held.push(value)
    bytes += value.length
    heldBytes += value.length
    if (total > 0) for (const byte of value) if (byte === LINE_FEED) lines += 1
    if (heldBytes > FILE_PART) {
      parts.push(new Blob(held))
      held = []
      heldBytes = 0
    }
    onProgress?.({ bytes, share: total > 0 ? Math.min(1, lines / total) : undefined })
  }
  signal?.removeEventListener('abort', stop)
  return { blob: new Blob([...parts, ...held], { type }), name }
}

const LINE_FEED = 10

export function callHeaders(token = readToken()): Record<string, string> {
  return {
    'x-api-key': apiKey(),
    'x-screen': location.pathname,
    // Who is not signed in yet is answered in the language that he has chosen at the door.
    'accept-language': document.documentElement.lang || navigator.language,
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

/** Which client this is: the server writes it into the page; in development it is the standard one. */
function apiKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content ?? 'ullage-web'
}

/** Browsers offer randomUUID only over https; a plain address in a local network has to do as well. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

async function send(
  method: Method,
  path: string,
  body: object | undefined,
  { signal, headers, token = readToken(), retries = method === 'DELETE' ? LIST_RETRIES : 2 }: CallOptions,
): Promise<Response> {
  const request: RequestInit = {
    method,
    headers: {
      ...callHeaders(token),
      // A browser writes the type of a form itself, with what separates its parts.
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': newKey() }),
      ...headers,
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  }
  for (let attempt = 0; ; attempt++) {
    const response = await attemptOf(method, `/api${path}`, request, signal)
    if (response?.ok) return response
    if (attempt >= retries || !isWorthRetrying(response)) throw await refusalOf(response, token)
    await pause(response, attempt)
    signal?.throwIfAborted()
  }
}

/** One try. Nothing, when nobody answered in time. */
async function attemptOf(
  method: Method,
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response | undefined> {
  const timer = new AbortController()
  const stop = () => timer.abort()
  const timeout = setTimeout(stop, method === 'GET' || method === 'DELETE' ? READ_TIMEOUT : SAVE_TIMEOUT)
  signal?.addEventListener('abort', stop)
  try {
    return await fetch(url, { ...request, signal: timer.signal })
  } catch (failure) {
    if (signal?.aborted) throw failure
    return undefined
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', stop)
  }
}

function isWorthRetrying(response: Response | undefined): boolean {
  return !response || response.status === 429 || (response.status >= 502 && response.status <= 504)
}

async function pause(response: Response | undefined, attempt: number): Promise<void> {
  const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000
  const grown = 300 * 2 ** attempt * (1 + Math.random() / 2)
  await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(asked, grown), LONGEST_PAUSE)))
}

/** @param token the session that the call was made in: only while it is still this browser's one is it lost by a refusal */
async function refusalOf(response: Response | undefined, token: string | undefined): Promise<CallRefused> {
  if (!response) return new CallRefused({ code: 0, message: '' })
  const answer = (await response.json().catch(() => ({}))) as Partial<RefusalBody>
  const isLost = response.status === 403 || (response.status === 401 && Boolean(token))
  const refusal = new CallRefused({ message: '', ...answer, code: response.status })
  if (isLost && token === readToken()) sessionLost(refusal)
  if (response.status === 405) refused()
  return refusal
}
