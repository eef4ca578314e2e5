import http from 'node:http'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { tokenOf } from '#server/app/testing/accounts.ts'

const agent = new http.Agent({ keepAlive: true })

/** One call over a kept connection, as the account of a login type; a refusal is an error. */
export function get(url: string, account: LoginType = 'administrator'): Promise<Buffer> {
  const headers = { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(account)}` }
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(Buffer.concat(chunks))
            : reject(new Error(`${url}: ${answer.statusCode}`)),
        )
      })
      .on('error', reject)
  })
}
