import { sql } from 'kysely'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import { type LoginType, STAFF } from '#core/platform/loginTypes.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { ADDRESS, type MailReader, mailReaderOf } from './mailReaders.ts'
import { notifyUsers } from './notifyUsers.ts'
import { renderNotification } from './renderNotification.ts'

type Owner = Omit<MailReader, 'address'> & {
  username: string
  address: string | null
  login_type_id: LoginType
}

/**
 * Notifies a user of a change to their sign-in, always also by mail: to the user name if it is an address, and to the
 * previous address. The mail contains nothing that could be used to sign in.
 */
export async function notifyOfSignInChange(
  context: Context,
  { user_id, what, by, written_to, at }: Events['sign_in.changed'],
): Promise<void> {
  const { rows } = await sql<Owner>`
    select u.user_id, u.company_id, u.username, p.language, p.unit_of_measure, ${ADDRESS} as address,
      u.login_type_id
    from users u join people p using (people_id) where u.user_id = ${user_id} and u.status = 1`.execute(
    context.db,
  )
  const owner = rows[0]
  if (!owner) return
  const params = { what, way: wayOf(user_id, by), by: await nameOf(context, by, owner) }
  const kind = 'sign_in_changed'
  await notifyUsers(context, [user_id], {
    cause: `${kind}:${what}:${at}`,
    kind,
    params,
    at: new Date(at),
    mails: false,
  })
  const { username, address, company_id, language } = owner
  const reader = mailReaderOf(owner)
  const { subject, message } = renderNotification({ kind, params, subject: null, message: null }, reader)
  for (const to of new Set([username.includes('@') ? username : address, written_to])) {
    if (to === null) continue
    await sendMail(context, {
      to,
      company_id,
      language,
      template: kind,
      params: { title: subject, detail: message, username },
      link: '/users/my_profile?tab=security',
    })
  }
}

/** Name under which the account's owner knows the user who changed it. */
async function nameOf(
  { db, actor }: Context,
  user_id: number | null,
  { login_type_id, language }: Pick<Owner, 'login_type_id' | 'language'>,
): Promise<string | null> {
  const reader = { ...actor, loginType: login_type_id, language: language ?? actor.language }
  const { rows } = await sql<{ name: string | null }>`
    select ${nameForReader(reader, 'b', fullNameSql('b'))} as name from users b where b.user_id = ${user_id}`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

function wayOf(user_id: number, by: number | null): 'you' | 'other' | 'link' {
  if (by === null) return 'link'
  return by === user_id ? 'you' : 'other'
}

/** Notifies the user who invited someone that the invitation was accepted. */
export async function notifyOfAcceptedInvitation(
  context: Context,
  { people_id, issued_by, at }: Events['invitation.accepted'],
): Promise<void> {
  const { rows } = await sql<{ name: string; company: string }>`
    select p.first_name || ' ' || p.last_name as name, c.company
    from people p join companies c using (company_id) where p.people_id = ${people_id}`.execute(context.db)
  if (!rows[0]) return
  await notifyUsers(context, [issued_by], {
    cause: `invitation_accepted:${people_id}:${at}`,
    kind: 'invitation_accepted',
    params: { ...rows[0] },
    object_ref: 'person',
    object_id: people_id,
    at: new Date(at),
    mails: true,
  })
}

/** Notifies staff who may approve sign-ups that one is waiting. */
export async function notifyOfSignUp(
  context: Context,
  { sign_up_id, at }: Events['sign_up.confirmed'],
): Promise<void> {
  const { rows } = await sql<{ name: string; company: string }>`
    select first_name || ' ' || last_name as name, company from sign_ups
    where sign_up_id = ${sign_up_id} and state = 'waiting'`.execute(context.db)
  if (!rows[0]) return
  const { rows: staff } = await sql<{ user_id: number }>`
    select distinct a.user_id from accounts a
    where a.login_type_id = any(${[...STAFF]}) and ${`${sign_ups.module}.create`} = any(permissions_of(a))`.execute(
    context.db,
  )
  await notifyUsers(
    context,
    staff.map(({ user_id }) => user_id),
    {
      cause: `sign_up:${sign_up_id}`,
      kind: 'sign_up',
      params: { ...rows[0] },
      object_ref: 'sign_up',
      object_id: sign_up_id,
      at: new Date(at),
      mails: true,
    },
  )
}
