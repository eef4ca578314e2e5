import { sql } from 'kysely'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'

/** Deletes expired records of sign-ins and sign-ups. */
export const cleanAccess = cleaningTask('access', [
  sql`delete from login_attempts where attempted_at < now() - interval '90 days'`,
  sql`delete from sign_in_challenges where expires_at < now()`,
  sql`delete from access_codes where expires_at < now()`,
  sql`delete from sign_ups where state = 'unconfirmed' and asked_at < now() - interval '24 hours'`,
  sql`delete from access_requests where requested_at < now() - interval '1 hour'`,
  sql`delete from sessions where expires_at < now() - interval '30 days'`,
])
