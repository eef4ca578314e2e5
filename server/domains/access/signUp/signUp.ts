import { sql } from 'kysely'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { NewRecordOf } from '#core/resources/definition.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord } from '#server/resources/operations.ts'
import { choosePassword } from '../password/choosePassword.ts'
import { expiredCode, issueCode, readCode, redeemCode, throttleRequest } from '../signIn/accessCodes.ts'
import { addFirstEmail, insertUser, requireRepeatedPassword } from '../users/createUser.ts'

const HOURS = 24

type Given = NewRecordOf<typeof sign_ups>

/** A sign-up whose address is to be confirmed. */
interface Confirmable {
  sign_up_id: number
  company: string
  first_name: string
  last_name: string
  username: string
  phone_number: string
  password: string
}

/**
 * Queues a sign-up of a company. The address is looked up later (`mailSignUp`): response and work are the same for every address.
 * @throws Refusal 405 where sign-up is off, 422 with the invalid fields, 429
 */
export async function requestSignUp(context: Context, body: Values, address: string): Promise<void> {
  await refuseClosedDoor(context)
  const input: Given = acceptNew(context, sign_ups, body)
  requireRepeatedPassword(body)
  const password = await choosePassword(context, body, input)
  await throttleRequest(context, input.username, address)
  const { company, first_name, last_name, username, phone_number } = input
  const language = input.language ?? context.actor.language.slice(0, 5)
  const { rows } = await sql<{ sign_up_id: number }>`
    insert into sign_ups (company, first_name, last_name, username, phone_number, language, password)
    values (${company}, ${first_name}, ${last_name}, ${username}, ${phone_number}, ${language},
      ${password})
    returning sign_up_id`.execute(context.db)
  await emit(context, 'sign_up.requested', [{ sign_up_id: firstOf(rows).sign_up_id }])
}

interface SignUpToMail {
  username: string
  language: string
  user_id: number | null
  users_company: number | null
  users_language: string | null
}

/** Mails the link to confirm an address; if the username is taken, its user is notified instead. */
export async function mailSignUp(context: Context, { sign_up_id }: { sign_up_id: number }): Promise<void> {
  const { rows } = await sql<SignUpToMail>`
    select s.username, coalesce(s.language, 'en') as language, u.user_id, u.company_id as users_company,
      p.language as users_language
    from sign_ups s left join users u on lower(u.username) = lower(s.username) left join people p using (people_id)
    where s.sign_up_id = ${sign_up_id} and s.state = 'unconfirmed'`.execute(context.db)
  const found = rows[0]
  if (!found) return
  if (found.user_id !== null) {
    await sql`delete from sign_ups where sign_up_id = ${sign_up_id}`.execute(context.db)
    await sendMail(context, {
      to: found.username,
      company_id: found.users_company,
      language: found.users_language ?? found.language,
      template: 'sign_up_known',
      params: { username: found.username },
      link: '/session/forgot_password',
    })
    return
  }
  const code = await issueCode(
    context,
    {
      ...{ purpose: 'confirm_email', sign_up_id },
      ...{ user_id: null, people_id: null, login_type_id: null, issued_by: null },
    },
    HOURS,
  )
  await sendMail(context, {
    to: found.username,
    company_id: null,
    language: found.language,
    template: 'confirm_email',
    // Contains no text of the visitor: otherwise anyone could mail arbitrary text through it.
    params: {},
    link: `/session/confirm_email/${code}`,
  })
}

/** The address that a link confirms. @throws Refusal 404 when it was used, has expired, or was never valid. */
export async function readSignUp(
  context: Context,
  code: string,
): Promise<{ company: string; first_name: string; username: string }> {
  const { sign_up_id } = await readCode(context, 'confirm_email', code)
  const { company, first_name, username } = await confirmable(context, sign_up_id)
  return { company, first_name, username }
}

/**
 * Confirms an address by the code of a link, which is redeemed: company and user now exist and wait for approval by staff. Other sign-ups
 * of the same address are discarded.
 * @throws Refusal 404
 */
export async function confirmEmail(context: Context, code: string): Promise<void> {
  const { sign_up_id } = await redeemCode(context, 'confirm_email', code)
  const input = await confirmable(context, sign_up_id)
  const inside = { ...context, actor: systemActor }
  const company_id = await makeCompany(inside, input.company)
  const user = await makeUser(inside, input, company_id)
  await sql`update sign_ups set state = 'waiting', confirmed_at = ${context.now}, updated_at = ${context.now},
      company_id = ${company_id}, user_id = ${user}, password = ''
    where sign_up_id = ${sign_up_id}`.execute(context.db)
  await sql`delete from sign_ups
    where state = 'unconfirmed' and lower(username) = lower(${input.username})`.execute(context.db)
  await emit(context, 'sign_up.confirmed', [{ sign_up_id: input.sign_up_id, at: context.now.toISOString() }])
}

/** Locks the sign-up; if two with the same username are confirmed at once, the first wins. */
async function confirmable({ db }: Context, sign_up_id: number | null): Promise<Confirmable> {
  const { rows } = await sql<Confirmable>`
    select sign_up_id, company, first_name, last_name, username, phone_number, password from sign_ups s
    where sign_up_id = ${sign_up_id} and state = 'unconfirmed'
      and not exists (select from users u where lower(u.username) = lower(s.username))
    for update`.execute(db)
  if (!rows[0]) throw expiredCode()
  return rows[0]
}

/** A waiting customer: archived until staff approve. */
async function makeCompany(context: Context, company: string): Promise<number> {
  const values = acceptNew(context, companies, {
    company,
    organisation_type_id: ORGANISATION_TYPE.customer,
    status: 0,
  })
  const created = await insertRecord(context, companies, values)
  return created.company_id
}

async function makeUser(context: Context, input: Confirmable, company_id: number): Promise<number> {
  const { username, password, first_name, last_name, phone_number } = input
  const own = { username, password, first_name, last_name, phone_number }
  const rest = {
    company_id,
    login_type_id: 'customer',
    restrict_login_location: 0,
    owner: 1,
    status: 0,
  } as const
  const user = await insertUser(context, { ...own, ...rest }, undefined)
  await addFirstEmail(context, user.people_id, username)
  await sql`update people set
      language = coalesce((select language from sign_ups where sign_up_id = ${input.sign_up_id}), language)
    where people_id = ${user.people_id}`.execute(context.db)
  return user.user_id
}

async function refuseClosedDoor({ db }: Context): Promise<void> {
  const { sign_up } = await readSettings(db)
  if (sign_up !== 1) throw new Refusal(405, 'messages.sign_up_off')
}
