import http from 'node:http'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { tokenOf } from '#server/app/testing/accounts.ts'

const agent = new http.Agent({ keepAlive: true })

export function get(url: string, account?: LoginType): Promise<Buffer> {
  return send('GET', url, undefined, account)
}

/** One call over a persistent connection, as the account of a login type; a refusal is an error. */
export function send(
  method: string,
  url: string,
  body?: object,
  account: LoginType = 'administrator',
): Promise<Buffer> {
  const headers = {
    'x-api-key': 'ullage-web',
    authorization: `Bearer ${tokenOf(account)}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    http
      .request(url, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(chunks))
            : reject(new Error(`${method} ${url}: ${response.statusCode} ${Buffer.concat(chunks)}`)),
        )
      })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}
