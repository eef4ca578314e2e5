import { LINK, mails } from '#core/domains/mail/mails.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Operations } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'

const LEFT_OUT = '…'

/**
 * Reads one mail: staff read its text without the link, which only its recipient sees (decision 291): anyone with the link could act as the
 * recipient.
 */
export const mailOperations: Partial<Operations<typeof mails>> = {
  read: async (context, id) => {
    const mail = await readRecord(context, mails, id)
    if (!isStaff(context.actor.loginType)) return mail
    const rows = await context.db.selectFrom('mails').select('body').where('mail_id', '=', id).execute()
    return { ...mail, text: firstOf(rows).body.replaceAll(LINK, LEFT_OUT) }
  },
}
