import { sql } from 'kysely'
import type {
  listInvitations as allInvitations,
  readSentInvitation as sentInvitation,
} from '#core/domains/access/invitationCalls.ts'
import { users } from '#core/domains/access/users.ts'
import { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { permitAction } from '#server/platform/http/http.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, notFound, Refusal } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { actorOfAccount } from '../sessions/actorOfSession.ts'
import { type AccessCode, expiredCode, issueCode, readCode, redeemCode } from '../signIn/accessCodes.ts'
import { createUserForPerson, requireRepeatedPassword } from '../users/createUser.ts'
import {
  isBoundToNetworks,
  requireRankForLoginType,
  withholdWhatIsClosed,
} from '../users/requireHigherRank.ts'

type PendingInvitation = ResponseOf<typeof allInvitations>['invitations'][number]

const HOURS = 24

/** The response to the inviter, returned once. */
export interface Invitation {
  /** The path of the link. */
  path: string
  expires_at: string
  /** The mail address; null if the person has none. */
  receiver: string | null
}

/** The person whom an invitation is for. */
interface Invited {
  people_id: number
  company_id: number
  first_name: string
  last_name: string
  company: string
  username: string | null
  phone_number: string | null
  login_type_id: LoginType
}

/**
 * Invites a person to sign in with a login type; an earlier invitation ends. It is mailed to the primary address of the person, and
 * returned once, to be handed over in another way.
 * @throws Refusal 404 for a person out of reach, 405 for a right that the inviter may not hand out, 409 when the person can sign in
 * already.
 */
export async function inviteUser(
  context: Context,
  people_id: number,
  login_type_id: LoginType,
): Promise<Invitation> {
  await requireRankForLoginType(context, login_type_id)
  const person = await lockRecord(context, people, people_id)
  const { rows } = await sql<{ receiver: string | null; is_user: boolean; company: string }>`
    select exists (select from users where people_id = ${people_id}) as is_user, company,
      (select email_address from entity_emails where object_ref = 'person' and object_id = ${people_id} and prime = 1) as receiver
    from companies where company_id = ${person.company_id}`.execute(context.db)
  const { receiver, is_user, company } = firstOf(rows)
  if (is_user) throw conflict('messages.is_user')
  const { actor, now } = context
  const code = await issueCode(
    context,
    {
      ...{ purpose: 'invitation', user_id: null, people_id, login_type_id },
      ...{ issued_by: actor.user_id, issued_in: actor.company_id },
    },
    HOURS,
  )
  const path = `/users/user_invite/${code}/${people_id}`
  if (receiver !== null) {
    await sendMail(context, {
      to: receiver,
      company_id: person.company_id ?? null,
      language: person.language ?? 'en',
      template: 'invitation',
      params: { name: person.first_name, place: company },
      link: path,
    })
  }
  await audit(context, people.name, people_id, 'invite', [
    { field: 'login_type_id', before: null, after: login_type_id },
  ])
  return { path, expires_at: new Date(now.getTime() + HOURS * 3_600_000).toISOString(), receiver }
}

/** The pending invitation of a person; null without one. @throws Refusal 404 for a person out of reach */
export async function readSentInvitation(
  context: Context,
  people_id: number,
): Promise<ResponseOf<typeof sentInvitation>['invite']> {
  await requireVisible(context, people, people_id)
  return waitingFor(context, people_id)
}

/** The pending invitations of the people whom the actor sees, the newest first. */
export async function listInvitations({ db, actor, now }: Context): Promise<PendingInvitation[]> {
  const { rows } = await sql<PendingInvitation>`
    select p.people_id, concat_ws(' ', p.first_name, p.last_name) as name, o.company as company_title, c.login_type_id,
      c.expires_at
    from access_codes c join people p using (people_id) join companies o on o.company_id = p.company_id
    where c.purpose = 'invitation' and c.login_type_id is not null and c.expires_at > ${now}
      and ${visibleIfRead(actor, people, 'p')}
    order by c.created_at desc`.execute(db)
  return rows
}

/**
 * Withdraws a pending invitation: its link becomes invalid.
 * @throws Refusal 404 without one, 405 for a login type that the actor may not hand out
 */
export async function withdrawInvitation(context: Context, people_id: number): Promise<void> {
  await lockRecord(context, people, people_id)
  const waiting = await waitingFor(context, people_id)
  if (!waiting) throw notFound()
  await requireRankForLoginType(context, waiting.login_type_id)
  await sql`delete from access_codes where purpose = 'invitation' and people_id = ${people_id}`.execute(
    context.db,
  )
  await audit(context, people.name, people_id, 'uninvite', [
    { field: 'login_type_id', before: waiting.login_type_id, after: null },
  ])
}

async function waitingFor(
  { db, now }: Context,
  people_id: number,
): Promise<ResponseOf<typeof sentInvitation>['invite']> {
  const { rows } = await sql<{ login_type_id: LoginType | null; created_at: string; expires_at: string }>`
    select login_type_id, created_at, expires_at from access_codes
    where purpose = 'invitation' and people_id = ${people_id} and expires_at > ${now}`.execute(db)
  const [waiting] = rows
  return waiting?.login_type_id ? { ...waiting, login_type_id: waiting.login_type_id } : null
}

/** The person whom an invitation is for. @throws Refusal 404 when it was used, has expired, or was never valid. */
export async function readInvitation(context: Context, token: string): Promise<Invited> {
  const { inviter, ...invited } = await invitedBy(context, await readCode(context, 'invitation', token))
  return invited
}

/**
 * Creates the user of an invitation, with the chosen name and password; the invitation is redeemed, and the inviter is notified.
 * @throws Refusal 422 with the invalid field (the invitation stays valid), 404
 */
export async function acceptInvitation(
  context: Context,
  token: string,
  body: { username?: unknown; password?: unknown; confirm_password?: unknown; phone_number?: unknown },
): Promise<RecordOf<typeof users>> {
  const code = await redeemCode(context, 'invitation', token)
  const { inviter, ...invited } = await invitedBy(context, code)
  const { people_id, company_id, first_name, last_name, login_type_id } = invited
  requireRepeatedPassword(body)
  const { username, password, confirm_password, phone_number } = body
  const own = { username, password, confirm_password, phone_number }
  const isBound = await isBoundToNetworks(context, { user_id: code.issued_by, impersonator: null })
  const restrict_login_location = isBound ? 1 : 0
  const input = { ...own, company_id, first_name, last_name, login_type_id, restrict_login_location }
  const user = await createUserForPerson({ ...context, actor: systemActor }, input, people_id)
  await withholdWhatIsClosed(inviter, user)
  if (code.issued_by !== null) {
    const at = context.now.toISOString()
    await emit(context, 'invitation.accepted', [{ people_id, issued_by: code.issued_by, at }])
  }
  return user
}

/** Locks the person: of two concurrent invitations one creates the user. Invalid if the inviter may no longer invite. */
async function invitedBy(context: Context, code: AccessCode): Promise<Invited & { inviter: Context }> {
  const { people_id, login_type_id } = code
  if (people_id === null || login_type_id === null) throw expiredCode()
  const inviter = await inviterOf(context, code, people_id, login_type_id)
  if (!inviter) throw expiredCode()
  const { rows } = await sql<Omit<Invited, 'login_type_id'>>`
    select p.people_id, p.company_id, p.first_name, p.last_name, c.company,
      (select email_address from entity_emails where object_ref = 'person' and object_id = p.people_id and prime = 1) as username,
      (select phone_number from entity_phones where object_ref = 'person' and object_id = p.people_id
        order by phone_type = 'mobile' desc, prime desc limit 1) as phone_number
    from people p join companies c using (company_id)
    where p.people_id = ${people_id} and p.status = 1
      and not exists (select from users u where u.people_id = p.people_id)
    for update of p`.execute(context.db)
  if (!rows[0]) throw expiredCode()
  return { ...rows[0], login_type_id, inviter }
}

/** The inviter, if they could make the same invitation now: they may have lost the right since, or been deactivated. */
async function inviterOf(
  context: Context,
  { issued_by, issued_in }: AccessCode,
  people_id: number,
  login_type_id: LoginType,
): Promise<Context | undefined> {
  const account =
    issued_by === null ? undefined : await actorOfAccount(context.db, issued_by, issued_in ?? undefined)
  if (!account?.isActive) return undefined
  const inviter = { ...context, actor: account.actor }
  try {
    permitAction(inviter.actor, users.module, 'create', users.loginTypes)
    await requireRankForLoginType(inviter, login_type_id)
    await requireVisible(inviter, people, people_id)
    return inviter
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
