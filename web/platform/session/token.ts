const NAME = 'token'

/** The token read in the current task: a browser asks another process for its cookies, and a screen begins with many calls at once. */
let read: { token: string | undefined } | undefined

/** The session's token is in a cookie that other sites cannot make the browser send. */
export function readToken(): string | undefined {
  if (!read) {
    read = { token: storedToken() }
    queueMicrotask(forgetRead)
  }
  return read.token
}

function storedToken(): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`))
  return found ? decodeURIComponent(found.slice(NAME.length + 1)) : undefined
}

function forgetRead(): void {
  read = undefined
}

export function writeToken(token: string, expires: string): void {
  forgetRead()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${NAME}=${encodeURIComponent(token)}; path=/; expires=${new Date(expires).toUTCString()}; ${attributes()}`
}

export function forgetToken(): void {
  forgetRead()
  // biome-ignore lint/suspicious/noDocumentCookie: see above.
  document.cookie = `${NAME}=; path=/; max-age=0; ${attributes()}`
}

function attributes(): string {
  return location.protocol === 'https:' ? 'SameSite=Strict; Secure' : 'SameSite=Strict'
}
