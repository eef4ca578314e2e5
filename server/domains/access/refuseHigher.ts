import { sql } from 'kysely'
import { isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import { usableModules } from '#core/usableModules.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notPermitted } from '#server/platform/refusal.ts'

interface Rights {
  login_type_id: LoginType
  permissions: readonly string[]
}

/**
 * Nobody hands out a login type that may do more than he, and who sees only some devices or tags hands out none.
 * @throws Refusal 405
 */
export async function refuseHigherLoginType({ actor, db }: Context, loginType: LoginType): Promise<void> {
  if (isProductItself(actor)) return
  refuseLimited(actor)
  const { rows } = await sql<Rights>`
    select login_type_id, permissions from permission_templates where login_type_id = ${loginType}`.execute(
    db,
  )
  for (const rights of rows) refuseHigher(actor, rights)
}

/**
 * Nobody changes how somebody signs in, or what he may, who may do more than he in any of his companies or works
 * where he himself sees nothing. Of oneself everybody may.
 * @param company_id only what he may there counts.
 * @throws Refusal 405
 */
export async function refuseHigherUser(
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
    refuseHigher(actor, account)
  }
}

/** Permissions that somebody gives to others: each must be his own. @throws Refusal 405 */
export function refuseNotHeld({ actor }: Context, permissions: readonly string[]): void {
  if (permissions.some((permission) => !actor.permissions.has(permission))) throw notPermitted()
}

/** A right of the business itself is handed out by who belongs to it, and a developer's by who may make developers. */
function refuseHigher(actor: Actor, { login_type_id, permissions }: Rights): void {
  if (isStaff(login_type_id) && !isStaff(actor.loginType)) throw notPermitted()
  if (login_type_id === 'developer' && !['developer', 'administrator'].includes(actor.loginType))
    throw notPermitted()
  if (permissions.some((permission) => isAbove(actor, permission))) throw notPermitted()
}

/**
 * Whether a permission is above somebody: he lacks it, and could use it. What is closed to his login type whatever
 * he holds (a distributor's orders) is another's business, not a higher right.
 */
function isAbove(actor: Actor, permission: string): boolean {
  if (actor.permissions.has(permission)) return false
  return isStaff(actor.loginType) || usableModules(actor.loginType).has(permission.split('.')[0]!)
}

/** Who sees only some devices hands out no account that sees more. */
function refuseLimited(actor: Actor): void {
  if (Object.keys(actor.limits).length > 0) throw notPermitted()
}

function isProductItself(actor: Actor): boolean {
  return actor.user_id === null
}
