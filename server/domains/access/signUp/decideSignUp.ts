import { sql } from 'kysely'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import type { MailTemplate } from '#core/domains/mail/templates.en.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { requireRankForLoginType } from '../users/requireHigherRank.ts'
import { updateUser } from '../users/updateUser.ts'

type SignUp = RecordOf<typeof sign_ups>

interface Decision {
  /** An existing active company; without it the signed-up company is activated. */
  company_id?: number | null
  login_type_id: LoginType
}

/**
 * Approves a sign-up: its login type and company. A rejected one can still be approved.
 * @throws Refusal 404, 405 for a right that the actor may not hand out, 409 when it is approved already, 422 for a company that is not
 * active.
 */
export async function approveSignUp(
  context: Context,
  id: number,
  { company_id, login_type_id }: Decision,
): Promise<SignUp> {
  await requireRankForLoginType(context, login_type_id)
  const signUp = await holdSignUp(context, id, ['waiting', 'refused'])
  const { db, now } = context
  const { company_id: own, user_id } = signUp
  if (own === null || user_id === null) throw notFound()
  const company = company_id ?? own
  if (company === own) await beginCompany(context, own)
  else await refuseInactive(context, company)
  await updateUser(context, user_id, {
    company_id: company,
    login_type_id,
    status: 1,
    owner: company === own ? 1 : 0,
  })
  await sql`update people set company_id = ${company}, updated_at = ${now}
    where people_id = (select people_id from users where user_id = ${user_id})`.execute(db)
  return decide(context, signUp, { state: 'approved', company_id: company, reason: null })
}

/** Rejects a sign-up, and mails the reason. @throws Refusal 404, 409 */
export async function refuseSignUp(context: Context, id: number, reason: string): Promise<SignUp> {
  const signUp = await holdSignUp(context, id, ['waiting'])
  if (signUp.company_id === null) throw notFound()
  return decide(context, signUp, { state: 'refused', company_id: signUp.company_id, reason })
}

async function holdSignUp(context: Context, id: number, states: readonly string[]): Promise<SignUp> {
  const signUp = await lockRecord(context, sign_ups, id)
  if (!states.includes(signUp.state ?? '')) throw conflict('messages.sign_up_decided')
  return signUp
}

async function beginCompany(context: Context, company_id: number): Promise<void> {
  await sql`update companies set status = 1, updated_at = ${context.now}
    where company_id = ${company_id} and status = 0`.execute(context.db)
  await audit(context, 'companies', company_id, 'update', [{ field: 'status', before: 0, after: 1 }])
}

async function refuseInactive({ db }: Context, company_id: number): Promise<void> {
  const { rows } = await sql`select from companies where company_id = ${company_id} and status = 1`.execute(
    db,
  )
  if (rows.length === 0) throw invalid([{ field: 'company_id', rule: 'not_found' }])
}

/** Records the decision, and mails it. */
async function decide(
  context: Context,
  { sign_up_id, state: before, username, first_name, language, company: place }: SignUp,
  { state, company_id, reason }: { state: 'approved' | 'refused'; company_id: number; reason: string | null },
): Promise<SignUp> {
  const { db, now, actor } = context
  await db
    .updateTable('sign_ups')
    .set({ state, company_id, reason, decided_at: now, decided_by: actor.user_id, updated_at: now })
    .where('sign_up_id', '=', sign_up_id)
    .execute()
  const changes = [
    { field: 'state', before: before ?? null, after: state },
    ...(reason === null ? [] : [{ field: 'reason', before: null, after: reason }]),
  ]
  await audit(context, sign_ups.name, sign_up_id, state === 'approved' ? 'approve' : 'refuse', changes)
  const template: MailTemplate = state === 'approved' ? 'sign_up_approved' : 'sign_up_refused'
  await sendMail(context, {
    to: username,
    company_id: state === 'approved' ? company_id : null,
    language: language ?? 'en',
    template,
    params: { name: first_name, place, reason: reason ?? '' },
    ...(state === 'approved' && { link: '/session/login' }),
  })
  return readRecord(context, sign_ups, sign_up_id)
}
