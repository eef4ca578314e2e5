import { sql } from 'kysely'
import { domainOf, type GroupRole, roleOfGroups } from '#core/domains/access/identity_providers.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { parseAnyPhone } from '#core/platform/phone.ts'
import { isUsername } from '#core/resources/kinds/textFormats.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword, newToken } from '#server/platform/secrets.ts'
import { audit } from '#server/resources/history/audit.ts'
import type { AuthenticatedUser } from '../signIn/completeSignIn.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { addFirstEmail, insertUser } from '../users/createUser.ts'
import {
  isBoundToNetworks,
  requireRankForLoginType,
  withholdWhatIsClosed,
} from '../users/requireHigherRank.ts'
import { NotEntered } from './notEntered.ts'
import type { Claims, OpenIdClient } from './openIdProvider.ts'
import { contextOfProvider, mayEnter, type ProviderRights } from './providerRights.ts'

/** The data of a provider that a sign-in needs. */
export interface SignInProvider extends ProviderRights, Omit<OpenIdClient, 'isPrivateAllowed'> {
  name: string
  domains: string[]
  group_claim: string
  group_roles: GroupRole[] | null
  creates_accounts: number
}

type KnownUser = AuthenticatedUser & { status: number }

/**
 * The user that a provider identifies: by its subject, at the first sign-in by the verified e-mail address, or a new one by its groups. Only
 * users of the provider's company and the companies below it, in its domains, with no more rights than the provider.
 * @throws NotEntered
 */
export async function userOfClaims(
  context: Context,
  provider: SignInProvider,
  claims: Claims,
): Promise<AuthenticatedUser> {
  const { issuer, subject, email } = claims
  await lockByName(context.db, 'invited_addresses', email.toLowerCase())
  const linked = await findLinked(context, provider, claims)
  if (linked) return admitted(context, provider, linked)
  const isOfDomain = provider.domains.includes(domainOf(email))
  if (!isOfDomain) throw new NotEntered('messages.single_sign_on_no_account', 'no_account', email)
  if (!claims.isVerified)
    throw new NotEntered('messages.single_sign_on_unverified', 'email_not_verified', email)
  const named = await findNamed(context, email)
  const user = named ? await admitted(context, provider, named) : await createdUser(context, provider, claims)
  const { rows } = await sql`
    insert into identity_links (identity_provider_id, issuer, subject, user_id)
    values (${provider.identity_provider_id}, ${issuer}, ${subject}, ${user.user_id})
    on conflict do nothing returning user_id`.execute(context.db)
  // The address of a former colleague was given to another person.
  if (rows.length === 0) throw new NotEntered('messages.single_sign_on_no_account', 'no_account', email)
  if (named) {
    await auditSignIn(context, user, provider, 'single_sign_on_linked')
    await notifySignInChange(asUser(context, user), user.user_id, 'single_sign_on')
  }
  return user
}

async function findLinked(
  { db }: Context,
  { identity_provider_id }: SignInProvider,
  { issuer, subject }: Claims,
): Promise<KnownUser | undefined> {
  const { rows } = await sql<KnownUser>`
    select user_id, username, status from identity_links join users using (user_id)
    where identity_provider_id = ${identity_provider_id} and issuer = ${issuer} and subject = ${subject}`.execute(
    db,
  )
  return rows[0]
}

async function findNamed({ db }: Context, email: string): Promise<KnownUser | undefined> {
  const { rows } = await sql<KnownUser>`
    select user_id, username, status from users where lower(username) = lower(${email})`.execute(db)
  return rows[0]
}

/** The user, if the provider may sign them in. An archived user learns the reason, as the provider has proved who they are. */
async function admitted(
  context: Context,
  provider: SignInProvider,
  user: KnownUser,
): Promise<AuthenticatedUser> {
  if (!(await mayEnter(context, provider, user.user_id)))
    throw new NotEntered('messages.single_sign_on_no_account', 'no_account', user.username)
  if (user.status !== 1)
    throw new NotEntered('messages.single_sign_on_archived', 'deactivated', user.username)
  return user
}

/**
 * A new user of the provider's company, with the login type of the first group that fits and no password that anyone knows. Rights beyond
 * those of the user who last saved the provider are refused or withheld, as when that user creates users (decision 290).
 */
async function createdUser(
  context: Context,
  provider: SignInProvider,
  { email, groups, first_name, last_name, phone }: Claims,
): Promise<AuthenticatedUser> {
  const login_type_id = roleOfGroups(provider.group_roles ?? [], groups)
  if (provider.creates_accounts !== 1 || !login_type_id || !isUsername(email))
    throw new NotEntered('messages.single_sign_on_no_account', 'no_account', email)
  const maker = await contextOfProvider(context, provider)
  await requireRankForLoginType(maker, login_type_id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new NotEntered('messages.single_sign_on_no_account', 'no_account', email)
  })
  const isBound = await isBoundToNetworks(context, { user_id: provider.user_id, impersonator: null })
  const asProduct = { ...context, actor: systemActor }
  const user = await insertUser(
    asProduct,
    {
      username: email,
      password: await hashPassword(newToken()),
      login_type_id,
      company_id: provider.company_id,
      first_name: (first_name || firstOf(email.split('@'))).slice(0, 35),
      last_name: (last_name || '–').slice(0, 35),
      phone_number: parseAnyPhone(phone)?.number.slice(0, 16) ?? '',
      restrict_login_location: isBound ? 1 : 0,
      owner: 0,
      status: 1,
    },
    undefined,
  )
  await withholdWhatIsClosed(maker, user)
  await addFirstEmail(asProduct, user.people_id, email)
  await auditSignIn(context, user, provider, 'single_sign_on_created')
  return user
}

/** The context of a user who is signing in, for the history. */
export function asUser(context: Context, { user_id, username }: AuthenticatedUser): Context {
  return { ...context, actor: { ...systemActor, user_id, username } }
}

function auditSignIn(
  context: Context,
  user: AuthenticatedUser,
  { name }: SignInProvider,
  action: 'single_sign_on_linked' | 'single_sign_on_created',
): Promise<void> {
  return audit(asUser(context, user), 'users', user.user_id, action, [
    { field: 'identity_provider', before: null, after: name },
  ])
}
