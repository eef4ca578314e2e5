import { sql } from 'kysely'
import type { invitePerson as definition } from '#core/domains/people/calls.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { people } from '#core/domains/people/people.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type Invitation, inviteUser } from '#server/domains/access/signUp/inviteUser.ts'
import { companyZone } from '#server/domains/access/users/companyZone.ts'
import type { Context } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { invalid } from '#server/platform/refusal.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { createPerson } from './createPerson.ts'

type Invited = ReceivedBy<typeof definition>['body']

/**
 * Creates a person and invites them to sign in, with the language and units of the inviter and the time zone of the company.
 * @throws Refusal 405 for a right that the actor lacks or may not hand out; 422 with the errors, such as an address in use.
 */
export async function invitePerson(
  context: Context,
  body: Invited,
): Promise<Invitation & { people_id: number }> {
  permitOn(context, people, 'create')
  const { login_type_id, email_address, ...rest } = body
  const person: Readonly<Record<string, unknown>> = rest
  // The second of two concurrent invitations of one address is refused.
  await lockByName(context.db, 'invited_addresses', email_address.toLowerCase())
  if (await isTaken(context, email_address)) throw invalid([{ field: 'email_address', rule: 'email_in_use' }])
  const { language, units } = context.actor
  const { people_id } = await createPerson(context, {
    ...person,
    ...{ email_address, language, unit_of_measure: units === 'metric' ? 2 : 1 },
    user_time_zone: await zoneOf(context, Number(person.company_id ?? context.actor.company_id)),
  })
  return { people_id, ...(await inviteUser(context, people_id, login_type_id)) }
}

async function zoneOf({ db }: Context, company_id: number): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select ${companyZone(company_id)} as zone`.execute(db)
  return firstOf(rows).zone
}

/** Whether a user signs in by an address, or a visible person has it. */
async function isTaken(context: Context, address: string): Promise<boolean> {
  const { rows } = await sql`select from users where lower(username) = lower(${address})`.execute(context.db)
  if (rows.length > 0) return true
  const known = await rowsOf(context, entity_emails)
    .where('entity_emails.object_ref', '=', 'person')
    .where(sql<boolean>`lower(entity_emails.email_address) = lower(${address}) and exists (
      select from people where people_id = entity_emails.object_id and people.status = 1)`)
    .select(sql`1`.as('one'))
    .limit(1)
    .execute()
  return known.length > 0
}
