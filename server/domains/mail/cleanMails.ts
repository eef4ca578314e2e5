import { sql } from 'kysely'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'

/** Keeps the mails of the last months, and their texts as long as one of them exists. */
export const cleanMails = cleaningTask('mails', [
  sql`delete from mails where created_at < now() - interval '90 days'`,
  sql`delete from letters where created_at < now() - interval '1 day'
        and not exists (select from mails where mails.letter_id = letters.letter_id)`,
])
