import { AwsClient } from 'aws4fetch'
import sax from 'sax'
import { BackupFailed } from '../backup/backupFile.ts'

/** Objects of an S3-compatible store below a prefix; a name is a path without a leading slash. */
export interface ObjectStore {
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer>
  /** The names that begin with a text, in order. */
  list: (start: string) => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** Timeout of one request (ms): 16 MB at 300 kB/s. */
const TIMEOUT_MS = 60_000

/**
 * Opens the store at `https://ACCESS_KEY:SECRET@host/bucket/prefix?region=eu-central-1`. Every request has a timeout.
 * @throws BackupFailed from every method, with the status and the beginning of the response.
 */
export function openObjectStore(address: string): ObjectStore {
  const { username, password, origin, pathname, searchParams } = new URL(address)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: 2,
  })
  const [, bucket = '', ...folders] = pathname.split('/').filter((part, index) => index === 0 || part !== '')
  const prefix = folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')
  const ask = async (method: string, path: string, body?: Buffer) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = { method, signal, ...(body && { body: new Uint8Array(body) }) }
    const response = await client.fetch(`${origin}/${bucket}${path}`, request).catch((error: Error) => {
      throw new BackupFailed(`The store of ARCHIVE_URL does not answer (${error.cause ?? error.message}).`)
    })
    if (!response.ok) {
      const details = (await response.text()).slice(0, 200)
      throw new BackupFailed(
        `The store of ARCHIVE_URL answers ${response.status} to ${method} ${path}: ${details}`,
      )
    }
    return response
  }
  const pathOf = (name: string) => `/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`
  return {
    put: async (name, bytes) => void (await ask('PUT', pathOf(name), bytes)),
    get: async (name) => Buffer.from(await (await ask('GET', pathOf(name))).arrayBuffer()),
    remove: async (name) => void (await ask('DELETE', pathOf(name))),
    list: async (start) => {
      const keys = await listKeys(prefix + start, async (query) => (await ask('GET', `?${query}`)).text())
      return keys.map((key) => key.slice(prefix.length)).sort()
    },
  }
}

/** The keys that begin with a text, from all pages. */
async function listKeys(prefix: string, ask: (query: URLSearchParams) => Promise<string>): Promise<string[]> {
  const keys: string[] = []
  for (let from: string | undefined = ''; from !== undefined; ) {
    const query: URLSearchParams = new URLSearchParams({ 'list-type': '2', prefix })
    if (from) query.set('continuation-token', from)
    const page = readListing(await ask(query))
    keys.push(...page.keys)
    from = page.next
  }
  return keys
}

/** The keys of one page of `ListObjectsV2`, and the token of the next page. */
function readListing(xml: string): { keys: string[]; next: string | undefined } {
  const parser = sax.parser(true)
  const keys: string[] = []
  let next: string | undefined
  let element = ''
  parser.onopentag = ({ name }) => {
    element = name
  }
  parser.onclosetag = () => {
    element = ''
  }
  parser.ontext = (text) => {
    if (element === 'Key') keys.push(text)
    if (element === 'NextContinuationToken') next = text
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.write(xml).close()
  return { keys, next }
}
