import { lookup } from 'node:dns'
import { type Agent as HttpAgent, request as http, type IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, request as https } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#core/platform/networks.ts'

interface Outside {
  /** Timeout (ms) of the whole request and response. */
  timeout: number
  /** Allows addresses of this machine and of private networks. */
  isPrivateAllowed: boolean
  headers?: Record<string, string>
  /** Sent by POST; without it the request is a GET. */
  body?: string | Buffer | null
  /** Keeps connections open; their addresses were checked when they were opened. By default each request has its own. */
  agent?: HttpAgent | HttpsAgent
}

/**
 * Sends a GET, or a POST with a body, to a URL that users have entered. Addresses of this machine or of a private network are refused in
 * any notation, even if a name resolves to them; redirects are not followed.
 * @throws Error that states the problem.
 */
export function fetchExternal(
  address: string,
  { timeout, isPrivateAllowed, headers = {}, body, agent }: Outside,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Names below `localhost` are this machine by RFC 6761, regardless of the resolver.
    const isInside = isIP(host) > 0 ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
    if (!isPrivateAllowed && isInside) throw notPublic(host)
    const open = url.protocol === 'https:' ? https : http
    const request = open(
      url,
      {
        method: body == null ? 'GET' : 'POST',
        headers,
        agent: agent ?? false,
        signal: AbortSignal.timeout(timeout),
        ...(!isPrivateAllowed && { lookup: publicLookup }),
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

/** Resolves a name if all its addresses are public: the checked address is the one that is connected to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const inside = error ? undefined : found.find(({ address }) => !isPublicAddress(address))
    if (error || inside || !found[0]) return callback(error ?? notPublic(hostname), '', 4)
    if (options.all) return callback(null, found)
    callback(null, found[0].address, found[0].family)
  })
}

/** An address that must not be requested. */
export class NotPublic extends Error {}

const notPublic = (host: string) => new NotPublic(`${host} lies in a private network`)
