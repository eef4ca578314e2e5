import { tokenOf } from './accounts.ts'
import type { TestServer } from './startTestServer.ts'

type Who = NonNullable<Parameters<TestServer['as']>[0]>

/** Sends a form with one file, as a browser does; its name and type are as the sender states them. */
export async function uploadFile(
  { app }: TestServer,
  who: Who,
  path: string,
  file: { bytes: Uint8Array | string; field: string; name?: string; type?: string },
) {
  const { bytes, field, name = 'x.png', type = 'image/png' } = file
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name)
  const sent = new Request('http://x', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: {
      'x-api-key': 'ullage-web',
      authorization: `Bearer ${tokenOf(who)}`,
      'content-type': sent.headers.get('content-type')!,
    },
  })
  return { status: response.statusCode, body: response.json() }
}
