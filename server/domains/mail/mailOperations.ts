import { LINK, mails } from '#core/domains/mail/mails.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { decryptIfPossible } from '#server/platform/encryptor.ts'
import type { Operations } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { LINK_ENCRYPTION_CONTEXT } from './sendMail.ts'

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
    const rows = await context.db
      .selectFrom('mails')
      .select(['body', 'link_sealed'])
      .where('mail_id', '=', id)
      .execute()
    const { body, link_sealed } = rows[0]!
    const mayOpen = loginType === 'administrator' && link_sealed !== null
    const link = mayOpen ? decryptIfPossible(context.seal, link_sealed, LINK_ENCRYPTION_CONTEXT) : undefined
    const shown = link === undefined ? VEILED : `${publicUrl}${link}`
    return { ...mail, text: body.replaceAll(LINK, () => shown) }
  },
})
