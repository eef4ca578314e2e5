import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { type Webhook as WebhookRecord, webhooks } from '#core/domains/notifications/webhooks.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { fetchExternal } from '#server/platform/http/fetchExternal.ts'
import { completeAddress } from '#server/platform/http/readExternalText.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { fieldEncryptionContext } from '#server/resources/changes/encryptedFields.ts'

const TIMEOUT_MS = 10_000
/** Maximum number of bytes read of a response, which is not stored. */
const MAX_ANSWER_BYTES = 16 * 1024

export const SECRET_ENCRYPTION_CONTEXT = fieldEncryptionContext(webhooks, 'secret')

export interface Message {
  url: string
  format: WebhookRecord['format']
  /** The signing secret, or the whole address of a chat. */
  secret_sealed: string
  message_id: string
  payload: string
}

/** The result of an attempt: the status of the response, and why it counts as failed. */
export interface Outcome {
  status: number | null
  error: string | null
}

/** Connections that stay open between messages. Connections that may be private are separate. */
const agents = { public: agentsOf(), any: agentsOf() }

function agentsOf() {
  const options = { keepAlive: true, timeout: TIMEOUT_MS }
  return { http: new Agent(options), https: new SecureAgent(options) }
}

/** Reads a response to its end, or up to the maximum size. */
async function skim(parts: AsyncIterable<Buffer>): Promise<void> {
  let size = 0
  for await (const part of parts) {
    size += part.byteLength
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) break
  }
}

/**
 * Sends a message once, to a chat or signed by Standard Webhooks. Only 2xx counts as delivered; redirects are not followed.
 * @param isPrivateAllowed allows http and addresses of private networks
 */
export async function sendMessage(
  encryptor: Encryptor,
  { url, format, secret_sealed, message_id, payload }: Message,
  isPrivateAllowed: boolean,
): Promise<Outcome> {
  const at = new Date()
  try {
    const secret = encryptor.decrypt(secret_sealed, SECRET_ENCRYPTION_CONTEXT)
    const isChat = format !== 'standard'
    const address = completeAddress(isChat ? secret : url)
    const isPlain = isPlainHttp(address)
    if (isPlain && !isPrivateAllowed) throw new Error('the address must begin with https')
    const response = await fetchExternal(address, {
      timeout: TIMEOUT_MS,
      isPrivateAllowed,
      agent: agents[isPrivateAllowed ? 'any' : 'public'][isPlain ? 'http' : 'https'],
      body: payload,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
        'user-agent': 'Ullage-Webhooks',
        ...(!isChat && {
          'webhook-id': message_id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(message_id, at, payload),
        }),
      },
    })
    await skim(response)
    const status = response.statusCode ?? 0
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` }
  } catch (error) {
    return { status: null, error: messageOf(error).slice(0, 500) }
  }
}

export function isPlainHttp(url: string): boolean {
  return /^http:\/\//i.test(url)
}
