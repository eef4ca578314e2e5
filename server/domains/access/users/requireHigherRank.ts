import { sql } from 'kysely'
import { isOfBackOffice } from '#core/domains/access/backOffice.ts'
import { usableModules } from '#core/domains/access/usableModules.ts'
import { ORDER_DECIDERS } from '#core/domains/orders/ordering.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notPermitted, Refusal } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'

/** The granted permissions of an account: exempt ones are granted by the user who exempts them, not by the account's creator. */
const GRANTED = sql`array(select unnest(permissions_of(a)) except select permission from permissions where exempt = 1)`

interface Rights {
  login_type_id: LoginType
  permissions: string[]
}

/**
 * Refuses to hand out a login type with more rights than the actor; an actor limited to devices or tags hands out none.
 * @throws Refusal 405
 */
export async function requireRankForLoginType({ actor, db }: Context, loginType: LoginType): Promise<void> {
  if (isProductItself(actor)) return
  refuseLimited(actor)
  const { rows } = await sql<Rights>`
    select login_type_id, permissions from permission_templates where login_type_id = ${loginType}`.execute(
    db,
  )
  for (const rights of rows) requireRankOver(actor, rights)
}

/** The login types that an actor may hand out: those that `requireRankForLoginType` accepts. */
export async function assignableLoginTypes(context: Context): Promise<LoginType[]> {
  return (await assignableRights(context)).map(({ login_type_id }) => login_type_id)
}

/** The assignable login types, each with the permissions that it would have in effect: none that the actor lacks (decision 290). */
export async function assignableRoles(context: Context): Promise<Rights[]> {
  const all = await assignableRights(context)
  return all.map((rights) => {
    const closed = beyond(context.actor, rights)
    const permissions = rights.permissions.filter(
      (permission) => isUsable(rights.login_type_id, permission) && !closed.includes(permission),
    )
    return { login_type_id: rights.login_type_id, permissions }
  })
}

async function assignableRights({ actor, db }: Context): Promise<Rights[]> {
  if (isLimited(actor)) return []
  const { rows } = await sql<Rights>`
    select login_type_id, permissions from permission_templates order by login_type_id`.execute(db)
  return rows.filter((rights) => !isHigher(actor, rights))
}

/**
 * Refuses to change the sign-in or rights of a user who has more rights than the actor in any company, or works where the actor sees
 * nothing. Users may change their own sign-in, but not their own rights (`refuseOwnRights`).
 * @param company_id only the rights there count.
 * @throws Refusal 405
 */
export async function requireRankOverUser(
  { actor, db }: Context,
  user_id: number,
  company_id?: number,
): Promise<void> {
  if (isProductItself(actor) || actor.user_id === user_id) return
  refuseLimited(actor)
  const { rows } = await sql<Rights & { company_id: number }>`
    select a.company_id, a.login_type_id, permissions_of(a) as permissions
    from accounts a where a.user_id = ${user_id}`.execute(db)
  for (const account of rows) {
    if (company_id !== undefined && account.company_id !== company_id) continue
    if (actor.companies !== 'all' && !actor.companies.includes(account.company_id)) throw notPermitted()
    requireRankOver(actor, account)
  }
}

/**
 * Refuses changes of the actor's own rights, limits and allowed networks. An impersonator changes neither the user's rights nor their own.
 * @throws Refusal 405
 */
export function refuseOwnRights({ actor }: Context, user_id: number): void {
  if (user_id === actor.user_id || user_id === actor.impersonator) throw notPermitted()
}

/**
 * Whether an actor, or their impersonator, may sign in from known networks only: accounts that they create or change are bound likewise.
 */
export async function isBoundToNetworks(
  { db }: Pick<Context, 'db'>,
  { user_id, impersonator }: Pick<Actor, 'user_id' | 'impersonator'>,
): Promise<boolean> {
  const { rows } = await sql`select from users
    where user_id = any(${[user_id, impersonator]}::int8[]) and restrict_login_location = 1`.execute(db)
  return rows.length > 0
}

/**
 * Requires that none of a user's accounts has more rights than the actor: a new password, user name, badge or second factor lets the actor
 * sign in as that user.
 * @throws Refusal 405
 */
export async function requireMaySignInAs(context: Context, user_id: number): Promise<void> {
  await requireRankOverUser(context, user_id)
  const { actor, db } = context
  if (isProductItself(actor) || actor.user_id === user_id) return
  const { rows } = await sql<Rights>`
    select a.login_type_id, ${GRANTED} as permissions from accounts a where a.user_id = ${user_id}`.execute(
    db,
  )
  if (rows.some((account) => beyond(actor, account).length > 0)) throw notPermitted()
}

/**
 * Withdraws permissions from accounts that the actor has just created or changed: permissions that their login types could use and the
 * actor cannot. Handing out another login type does not give access that the actor lacks (decision 290).
 */
export async function withholdWhatIsClosed(
  context: Context,
  ...accounts: readonly { user_id: number; company_id: number }[]
): Promise<void> {
  const { actor, db } = context
  if (isProductItself(actor) || accounts.length === 0) return
  const { rows } = await sql<Rights & { user_id: number; company_id: number; withdrawn: string[] }>`
    select a.user_id, a.company_id, a.login_type_id, a.withdrawn_permissions as withdrawn, ${GRANTED} as permissions
    from accounts a join unnest(${accounts.map(({ user_id }) => user_id)}::int8[],
      ${accounts.map(({ company_id }) => company_id)}::int8[]) as one (user_id, company_id)
      on a.user_id = one.user_id and a.company_id = one.company_id
    order by a.user_id, a.company_id for update of a`.execute(db)
  for (const { user_id, company_id, withdrawn: before, ...account } of rows) {
    const closed = beyond(actor, account)
    if (closed.length === 0) continue
    const after = [...before, ...closed].sort()
    await sql`update accounts set withdrawn_permissions = ${after},
        added_permissions = array(select unnest(added_permissions) except select unnest(${closed}::text[]) order by 1)
      where user_id = ${user_id} and company_id = ${company_id}`.execute(db)
    await audit(context, 'users', user_id, 'permit', [
      { field: 'company_id', before: null, after: company_id },
      { field: 'withdrawn_permissions', before, after },
    ])
  }
}

/** Whether an actor may change a user's sign-in, as `requireMaySignInAs` judges it. */
export async function mayChangeSignIn(context: Context, user_id: number): Promise<boolean> {
  try {
    await requireMaySignInAs(context, user_id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 405) return false
    throw error
  }
}

/** Requires the actor to hold all permissions that they grant. @throws Refusal 405 */
export function requireHeldPermissions({ actor }: Context, permissions: readonly string[]): void {
  if (permissions.some((permission) => !actor.permissions.has(permission))) throw notPermitted()
}

function requireRankOver(actor: Actor, rights: Rights): void {
  if (isHigher(actor, rights)) throw notPermitted()
}

/** Only members of the business itself hand out its rights, and only users who may create developers hand out developer rights. */
function isHigher(actor: Actor, { login_type_id, permissions }: Rights): boolean {
  if (isStaff(login_type_id) && !isStaff(actor.loginType)) return true
  if (login_type_id === 'developer' && !['developer', 'administrator'].includes(actor.loginType)) return true
  if (ORDER_DECIDERS.includes(login_type_id) && ordersOnly(actor)) return true
  return permissions.some((permission) => isAbove(actor, permission))
}

/** Whether an actor may order but not decide about orders: they would decide through an account that they created. */
function ordersOnly({ loginType }: Actor): boolean {
  return !ORDER_DECIDERS.includes(loginType) && usableModules(loginType).has('transaction_documents')
}

/** Permissions that an account can use and the actor cannot: not held, or closed to the actor's login type. */
function beyond(actor: Actor, { login_type_id, permissions }: Rights): string[] {
  return permissions.filter(
    (permission) =>
      isUsable(login_type_id, permission) &&
      !(actor.permissions.has(permission) && isUsable(actor.loginType, permission)),
  )
}

/** Whether a login type could use a permission at all. */
export function isUsable(loginType: LoginType, permission: string): boolean {
  return usableModules(loginType).has(firstOf(permission.split('.', 1)))
}

/**
 * Whether a permission is above an actor, who lacks it and could use it: login types with it are not handed out. Permissions closed to the
 * actor's login type (a distributor's orders) are withheld from the account (`withholdWhatIsClosed`).
 */
function isAbove(actor: Actor, permission: string): boolean {
  if (actor.permissions.has(permission)) return false
  if (isStaff(actor.loginType)) return true
  // Actors without any back-office permission need not have all of them; actors with some hand out no more than these.
  if (isOfBackOffice(actor.loginType, permission)) return hasSomeOf(actor, firstOf(permission.split('.', 1)))
  return isUsable(actor.loginType, permission)
}

function hasSomeOf({ permissions }: Actor, module: string): boolean {
  return [...permissions].some((permission) => permission.startsWith(`${module}.`))
}

/** An actor limited to some devices creates no account that sees more. @throws Refusal 405 */
export function refuseLimited(actor: Actor): void {
  if (isLimited(actor)) throw notPermitted()
}

function isLimited({ limits }: Actor): boolean {
  return Object.keys(limits).length > 0
}

function isProductItself(actor: Actor): boolean {
  return actor.user_id === null
}
