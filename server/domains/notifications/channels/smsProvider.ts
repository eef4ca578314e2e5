import { isObject } from '#core/platform/values.ts'
import { errorCode } from '#server/platform/errorCode.ts'
import { errorOf } from '#server/platform/messageOf.ts'

const TIMEOUT_MS = 10_000

/** A message that did not arrive, with a reason for its reader. */
export class SendFailed extends Error {
  /** `never`: the receiver or the text was refused; `later`: a retry can help; `unknown`: it may have arrived. */
  readonly retry: 'never' | 'later' | 'unknown'
  constructor(reason: string, retry: SendFailed['retry']) {
    super(reason)
    this.retry = retry
  }
}

/** Sends text messages. Each provider is a function of this type. */
export interface SmsProvider {
  /** @param to a number as E.164 writes it. @throws SendFailed */
  send: (to: string, text: string) => Promise<void>
}

/**
 * A provider with Twilio's form: a POST of To, From (or MessagingServiceSid) and Body, with basic authentication.
 * @param url with user name and password, which are sent in a header only
 */
export function twilioProvider(url: string, from: string): SmsProvider {
  const address = new URL(url)
  const password = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
  address.username = ''
  address.password = ''
  const sender = { [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from }
  return {
    send: async (to, text) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(password).toString('base64')}` },
        body: new URLSearchParams({ To: to, ...sender, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw failureOf(error)
      })
      const result = await response.text().catch(() => '')
      if (response.ok) return
      throw failureOfStatus(response.status, reasonIn(result).replaceAll(to, '…'))
    },
  }
}

/** The failure of a request without a response: it may have arrived, unless no connection was made. */
export function failureOf(error: unknown): SendFailed {
  const { message, cause } = errorOf(error)
  const reason = cause ?? error
  const code = errorCode(reason) ?? ''
  const { syscall } = isObject(reason) ? reason : {}
  const isConnecting =
    syscall === 'connect' || syscall === 'getaddrinfo' || code.startsWith('UND_ERR_CONNECT')
  return new SendFailed(code || message, isConnecting ? 'later' : 'unknown')
}

/** The failure for an HTTP status; too many requests and server errors are temporary. */
export function failureOfStatus(status: number, reason = ''): SendFailed {
  const text = [`HTTP ${status}`, reason].filter(Boolean).join(': ').slice(0, 300)
  return new SendFailed(text, status === 429 || status >= 500 ? 'later' : 'never')
}

function reasonIn(answer: string): string {
  try {
    const { code, message } = JSON.parse(answer)
    return [message, code && `(${code})`].filter(Boolean).join(' ')
  } catch {
    return ''
  }
}
