import net from 'node:net'
import { AnswerReader } from './answerReader.ts'

/** A browser's accepted encodings: servers that compress do so in the benchmark as well. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'
/** Concurrent connections. */
const CONNECTIONS = 10

/** The target of a load: a server of this machine, the paths requested in turns, and what is sent with each. */
export interface Target {
  port: number
  paths: readonly string[]
  headers: Readonly<Record<string, string>>
}

/**
 * Sends requests over `connections` persistent connections for `seconds`; each sends its next request as soon as it has a response.
 * @returns answers a second, without refusals, which an overloaded server sends.
 */
export async function runLoad(
  { port, paths, headers }: Target,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  const requests = paths.map((path) => requestOf(path, headers))
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let sent = 0
  let answered = 0
  const next = () => {
    if (performance.now() >= until) return undefined
    return requests[sent++ % requests.length]
  }
  await Promise.all(
    Array.from({ length: connections }, () =>
      requestOver(port, next, (status) => {
        if (status === 200) answered++
      }),
    ),
  )
  return (answered * 1000) / (performance.now() - startedAt)
}

function requestOf(path: string, headers: Target['headers']): Buffer {
  const all = { host: '127.0.0.1', 'accept-encoding': ACCEPT_ENCODING, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** One connection: request after request, until there is none left. */
function requestOver(
  port: number,
  next: () => Buffer | undefined,
  onResponse: (status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    const reader = new AnswerReader()
    const ask = () => {
      const request = next()
      if (request) return void socket.write(request)
      socket.destroy()
      resolve()
    }
    socket.setNoDelay(true)
    socket.once('connect', ask)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed before its answer ended.')))
    socket.on('data', (bytes: Buffer) => {
      if (!reader.take(bytes)) return
      onResponse(reader.status)
      ask()
    })
  })
}
