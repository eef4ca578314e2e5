import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'

/** A bucket in memory that speaks the part of S3 that the archive uses, and accepts signed requests only. */
export interface TestObjectStore {
  url: string
  objects: Map<string, Buffer>
  /** While false, every request is answered 503. */
  setAvailable: (available: boolean) => void
  close: () => Promise<void>
}

const [KEY, SECRET, REGION] = ['archive-key', 'a secret/with+signs', 'eu-central-1']
/** So small that listings have pages. */
const PAGE = 3

export async function startObjectStore(): Promise<TestObjectStore> {
  const objects = new Map<string, Buffer>()
  let isAvailable = true
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const url = new URL(`http://${request.headers.host}${request.url}`)
    const answer = (status: number, content: string | Buffer = '') => response.writeHead(status).end(content)
    if (!isAvailable) return answer(503, '<Code>SlowDown</Code>')
    if (!(await isSigned(request, url))) return answer(403, '<Code>SignatureDoesNotMatch</Code>')
    const key = decodeURIComponent(url.pathname.slice('/bucket/'.length))
    if (request.method === 'PUT') {
      objects.set(key, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (url.pathname === '/bucket') return answer(200, listing(objects, url.searchParams))
    const found = objects.get(key)
    return found ? answer(200, found) : answer(404, '<Code>NoSuchKey</Code>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const credentials = `${KEY}:${encodeURIComponent(SECRET)}`
  return {
    url: `http://${credentials}@127.0.0.1:${port}/bucket/tanks?region=${REGION}`,
    objects,
    setAvailable: (available) => {
      isAvailable = available
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function isSigned({ method, headers }: http.IncomingMessage, url: URL): Promise<boolean> {
  const [time, hash] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String)
  const signer = new AwsV4Signer({
    ...{ method: method ?? '', url: url.href, accessKeyId: KEY, secretAccessKey: SECRET },
    ...{
      service: 's3',
      region: REGION,
      datetime: time ?? '',
      headers: { 'x-amz-content-sha256': hash ?? '' },
    },
  })
  return headers.authorization === (await signer.authHeader())
}

function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const from = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > from)
    .sort()
  const page = keys.slice(0, PAGE)
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key><ETag>${hashOf(key)}</ETag></Contents>`)
  return `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name>${contents.join('')}${next}</ListBucketResult>`
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex')
