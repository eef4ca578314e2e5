import { sql } from 'kysely'
import type { TestServer } from '#server/app/testing/startTestServer.ts'

/** The mails to somebody, oldest first, as an administrator reads them. */
export async function mailsTo(server: TestServer, receiver: string): Promise<any[]> {
  await server.settle()
  const { rows } = await sql<{ mail_id: number }>`
    select mail_id from mails where receiver = ${receiver} order by mail_id`.execute(server.db)
  const read = rows.map(({ mail_id }) => server.as('administrator').call('GET', `/mails/${mail_id}`))
  return (await Promise.all(read)).map(({ body }) => body.mail)
}

/** The last part of the link in the newest mail to somebody: its code. */
export async function codeTo(server: TestServer, receiver: string): Promise<string> {
  const text: string = (await mailsTo(server, receiver)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return new URL(link).pathname.split('/')[3] ?? ''
}
