import { readdirSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const NAME_OF_PART = /[\w.-]+-[\w-]{8}\.(?:js|css)/g
const TEXTS = /text\/html|javascript|text\/css|\/json/

const KEPT_BY_BROWSER = ['if-none-match', 'if-modified-since']
const LENGTH = ['content-length']

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** A proxy to the product that can serve its next build, with renamed parts, and can lose responses. */
export interface WayToProduct {
  address: string
  /** Serves the next build from now on: the parts of the previous one are gone. */
  renew: () => void
  /** Requests to this path reach the product, but their responses are lost. Null: no response is lost. */
  loseResponsesOf: (address: string | null) => void
  close: () => Promise<void>
}

/** Opens a proxy to the product. */
export async function openWay(product: string): Promise<WayToProduct> {
  let isNext = false
  let lost: string | null = null
  const built = readdirSync(path.join(import.meta.dirname, '../dist/web/assets'))
  const parts = new Set(built.filter((name) => /\.(?:js|css)$/.test(name)))
  // A part is named by its content; the reversed name stands for other content.
  const otherName = (name: string) =>
    name.replace(/[\w-]{8}(?=\.\w+$)/, (hash) => [...hash].reverse().join(''))
  const others = new Map([...parts].map((name) => [otherName(name), name]))

  const renewed = (url: string, text: string): string => {
    if (url === '/sw.js') return `${text}\n// The next build.\n`
    if (url === '/api/build') return text.replace(/("build_version":")/, '$1next-')
    return text
      .replace(/(<meta name="build" content=")/, '$1next-')
      .replaceAll(NAME_OF_PART, (name) => (parts.has(name) ? otherName(name) : name))
  }
  const pass = (received: IncomingMessage, reply: ServerResponse) => {
    const url = received.url!
    const name = path.basename(url)
    const isGone = isNext && url.startsWith('/assets/') && parts.has(name)
    const target = isGone
      ? url.replace(name, 'gone.js')
      : isNext
        ? url.replace(name, others.get(name) ?? name)
        : url
    // Requests the complete, uncompressed file, as a cached file of one build is not valid for the next.
    const headers = { ...without(received.headers, KEPT_BY_BROWSER), 'accept-encoding': 'identity' }
    const onward = request(new URL(target, product), { method: received.method, headers }, (response) => {
      if (lost !== null && url === lost) {
        response.resume().on('end', () => reply.destroy())
        return
      }
      const isChanged = isNext && TEXTS.test(response.headers['content-type'] ?? '')
      reply.writeHead(response.statusCode!, isChanged ? without(response.headers, LENGTH) : response.headers)
      if (!isChanged) return void response.pipe(reply)
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => reply.end(renewed(url, Buffer.concat(chunks).toString())))
    })
    onward.on('error', () => reply.destroy())
    reply.on('close', () => onward.destroy())
    received.pipe(onward)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    renew: () => {
      isNext = true
    },
    loseResponsesOf: (address) => {
      lost = address
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
