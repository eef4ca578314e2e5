import { lookup } from 'node:dns'
import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#core/platform/networks.ts'

interface Outside {
  /** ms, for everything until the answer has been read. */
  timeout: number
  /** Addresses of this machine and of networks that are nobody else's may be asked as well. */
  isPrivateAllowed: boolean
  headers?: Record<string, string>
}

/**
 * Asks an address that people have entered, by GET. What lies on this machine or in a private network is not asked,
 * however it is written and whatever its name leads to by the time it is asked; redirects are not followed.
 * @throws Error that says what was wrong.
 */
export function fetchExternal(
  address: string,
  { timeout, isPrivateAllowed, headers = {} }: Outside,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Names below `localhost` are this machine by RFC 6761, whatever a resolver answers.
    const isInside = isIP(host) > 0 ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
    if (!isPrivateAllowed && isInside) throw notPublic(host)
    const open = url.protocol === 'https:' ? https : http
    const asked = open(
      url,
      {
        headers,
        agent: false,
        signal: AbortSignal.timeout(timeout),
        ...(!isPrivateAllowed && { lookup: publicLookup }),
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end()
  })
}

/** The addresses of a name, if all of them are public: the one that was looked at is the one that is asked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const inside = error ? undefined : found.find(({ address }) => !isPublicAddress(address))
    if (error || inside || !found[0]) return callback(error ?? notPublic(hostname), '', 4)
    if (options.all) return callback(null, found)
    callback(null, found[0].address, found[0].family)
  })
}

/** An address that must not be asked. */
export class NotPublic extends Error {}

const notPublic = (host: string) => new NotPublic(`${host} lies in a private network`)
