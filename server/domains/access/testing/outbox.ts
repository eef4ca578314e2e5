import { sql } from 'kysely'
import type { TestServer } from '#server/app/testing/startTestServer.ts'
import { LINK_ENCRYPTION_CONTEXT } from '#server/domains/mail/sendMail.ts'

/** The mails to a recipient, oldest first, as an administrator reads them. */
export async function mailsTo(server: TestServer, receiver: string): Promise<any[]> {
  await server.settle()
  const { rows } = await sql<{ mail_id: number }>`
    select mail_id from mails where receiver = ${receiver} order by mail_id`.execute(server.db)
  const read = rows.map(({ mail_id }) => server.as('administrator').call('GET', `/mails/${mail_id}`))
  return (await Promise.all(read)).map(({ body }) => body.mail)
}

/** The link in the newest mail to a recipient, as only the recipient can read it; empty without one. */
export async function linkTo(server: TestServer, receiver: string): Promise<string> {
  await server.settle()
  const { rows } = await sql<{ link_sealed: string | null }>`
    select link_sealed from mails where receiver = ${receiver} order by mail_id desc limit 1`.execute(
    server.db,
  )
  const encrypted = rows[0]?.link_sealed
  return encrypted ? server.encryptor.decrypt(encrypted, LINK_ENCRYPTION_CONTEXT) : ''
}

/** The code in the newest link to a recipient: the last part of its path. */
export async function codeTo(server: TestServer, receiver: string): Promise<string> {
  return (await linkTo(server, receiver)).split('/')[3] ?? ''
}
