import { readToken } from '../session/token.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface FieldError {
  field: string
  rule: string
  message: string
}

/** The record that prevented a change of several. */
export interface RefusedRecord {
  id: number
  title: string
  message: string
  errors: FieldError[]
}

/** The body of a refusal. */
export interface RefusalBody {
  code: number
  message: string
  errors?: FieldError[]
  request_id?: string
  /** The user has signed up, and waits until staff approve it. */
  sign_up?: 'waiting'
  /** After a conflict, the current record. */
  current?: Record<string, unknown>
  /** Which of several records were refused, and why. */
  report?: RefusedRecord[]
}

/** A refused call, or (code 0) one without a response. */
export class CallRefused extends Error {
  constructor(readonly body: RefusalBody) {
    super(body.message)
  }

  get code(): number {
    return this.body.code
  }
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** The session of the call, if it is no longer the one of this browser. */
  token?: string
  /** How often a call without a response is repeated. */
  retries?: number
}

/** Retries of lists and deletes; all others have two. */
export const LIST_RETRIES = 3
const READ_TIMEOUT_MS = 15_000
const SAVE_TIMEOUT_MS = 25_000
const MAX_PAUSE_MS = 8_000

let sessionLost: (refusal: CallRefused) => void = () => {}

/** Sets the function to call when the server no longer knows the session, with the server's response. */
export function onSessionLost(listener: typeof sessionLost): void {
  sessionLost = listener
}

let refused: () => void = () => {}

/** Sets the function to call when the server refuses an action that the screen offered. */
export function onRefused(listener: () => void): void {
  refused = listener
}

/** Repeats a call with the current password. */
type Again = (password: string) => Promise<Response>

let askForPassword: ((again: Again) => Promise<Response | undefined>) | undefined

/**
 * Sets how to ask for the password when a call requires it: it repeats the call until the password is right, or returns
 * undefined if the user cancels.
 */
export function onPasswordRequired(ask: typeof askForPassword): void {
  askForPassword = ask
}

async function sendWithPassword(
  method: Method,
  path: string,
  body: object | undefined,
  options: CallOptions,
): Promise<Response> {
  try {
    return await send(method, path, body, options)
  } catch (failure) {
    const isRequired =
      failure instanceof CallRefused && failure.body.errors?.[0]?.field === 'current_password'
    if (!isRequired || !askForPassword || (body && 'current_password' in body)) throw failure
    const again: Again = (current_password) => send(method, path, { ...body, current_password }, options)
    const response = await askForPassword(again)
    if (!response) throw failure
    return response
  }
}

/** Makes a call of the API and returns its body. Only this function, `download` and `live` talk to the server. */
export async function call<T>(
  method: Method,
  path: string,
  body?: object,
  options: CallOptions = {},
): Promise<T> {
  if (method !== 'GET') clearPrefetched()
  const prefetchedResponse = method === 'GET' ? takePrefetched(path) : undefined
  const response = await (prefetchedResponse ?? sendWithPassword(method, path, body, options))
  return await response.json()
}

/** Requests made before the screen that needs them has loaded; each for one session only. */
const prefetched = new Map<string, Promise<Response>>()
/** Prefetched responses expire after this time, ms: a slow phone still loads code then. Live updates begin with the page, so none is missed. */
const PREFETCH_TTL_MS = 20_000

/** Requests what the first screen needs while its code is loading: the next `call` takes the response. */
export function prefetch(path: string): Promise<Response> {
  const key = prefetchKey(path)
  const answer = send('GET', path, undefined, {})
  // The call that takes it reports the failure.
  answer.catch(() => {})
  prefetched.set(key, answer)
  setTimeout(() => prefetched.delete(key), PREFETCH_TTL_MS)
  return answer
}

/** After a change: prefetched responses may be old. */
export function clearPrefetched(): void {
  prefetched.clear()
}

function takePrefetched(path: string): Promise<Response> | undefined {
  const key = prefetchKey(path)
  const answer = prefetched.get(key)
  prefetched.delete(key)
  return answer
}

function prefetchKey(path: string): string {
  return `${readToken() ?? ''} ${path}`
}

/** The progress of a file. The number of records is known for an export, the length never. */
export interface Progress {
  bytes: number
  /** The share of records received; only for formats with one record a line. */
  share: number | undefined
}

interface DownloadOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/** Chunks of this size are handed to the browser, which stores them on disk instead of in the page. */
const FILE_PART = 8 * 1024 * 1024

/** Streams a file of the API, such as an export. */
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
    // Without a session the response is in the language chosen on the sign-in page.
    'accept-language': document.documentElement.lang || navigator.language,
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

/** The API key of this client, which the server writes into the page; the standard one in development. */
function apiKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content ?? 'ullage-web'
}

/** Browsers offer randomUUID only over https; a plain address in a local network must work as well. */
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
      // For a form, the browser sets the type itself, with the boundary.
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

/** One attempt. Undefined without a response in time. */
async function attemptOf(
  method: Method,
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response | undefined> {
  const timer = new AbortController()
  const stop = () => timer.abort()
  const timeout = setTimeout(
    stop,
    method === 'GET' || method === 'DELETE' ? READ_TIMEOUT_MS : SAVE_TIMEOUT_MS,
  )
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
  const retryAfter = Number(response?.headers.get('retry-after') ?? 0) * 1000
  const grown = 300 * 2 ** attempt * (1 + Math.random() / 2)
  await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(retryAfter, grown), MAX_PAUSE_MS)))
}

/** @param token the session of the call: a refusal ends it only if it is still the one of this browser */
async function refusalOf(response: Response | undefined, token: string | undefined): Promise<CallRefused> {
  if (!response) return new CallRefused({ code: 0, message: '' })
  const result: Partial<RefusalBody> = await response.json().catch(() => ({}))
  const isLost = response.status === 403 || (response.status === 401 && Boolean(token))
  const refusal = new CallRefused({ message: '', ...result, code: response.status })
  if (isLost && token === readToken()) sessionLost(refusal)
  if (response.status === 405) refused()
  return refusal
}
