import { sql } from 'kysely'
import { LINK, mails } from '#core/domains/mail/mails.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Operations } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'

const VEILED = '…'

/**
 * One mail as staff read it. Whoever has the link of a mail can become its receiver, so only an administrator, who
 * can do everything anyway, reads that; and only as long as the mail was not sent.
 */
export const mailOperations = (publicUrl: string): Partial<Operations<typeof mails>> => ({
  read: async (context, id) => {
    const mail = await readRecord(context, mails, id)
    const { loginType } = context.actor
    if (!isStaff(loginType)) return mail
    const { rows } = await sql<{ body: string; link: string | null }>`
      select body, link from mails where mail_id = ${id}`.execute(context.db)
    const { body, link } = rows[0]!
    const shown = loginType === 'administrator' && link !== null ? `${publicUrl}${link}` : VEILED
    return { ...mail, text: body.replaceAll(LINK, () => shown) }
  },
})
