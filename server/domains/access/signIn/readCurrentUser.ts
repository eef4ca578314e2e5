import { sql } from 'kysely'
import type { CurrentUser } from '#core/platform/currentUser.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { userTypeOf } from '#core/platform/loginTypes.ts'
import { type Actor, accountOf, type Context } from '#server/platform/context.ts'
import { addressesOf } from '#server/resources/files/imageCalls.ts'
import { companyZone } from '../users/companyZone.ts'
import { isDeveloper } from '../users/isDeveloper.ts'
import { assignableLoginTypes } from '../users/requireHigherRank.ts'

/** The columns read of the user. */
type CurrentUserRow = Pick<
  CurrentUser,
  | 'user_id'
  | 'people_id'
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'combined_name'
  | 'job_title'
  | 'company'
  | 'language'
  | 'theme'
  | 'unit_of_measure'
  | 'dashboard_layout'
  | 'user_time_zone'
  | 'company_time_zone'
  | 'default_route'
  | 'accounts'
  | 'impersonated_by'
> & { photo_id: number | null }

/** The signed-in user for the client: name, rights, accounts and preferences. */
export async function readCurrentUser(context: Context): Promise<CurrentUser> {
  const { actor } = context
  const { company_id } = accountOf(context)
  const { photo_id, impersonated_by, ...user } = await readUserRow(context, company_id)
  return {
    ...user,
    slug: user.username.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    photo_thumb: addressesOf('/me', 'photo', photo_id).photo_thumb ?? null,
    login_type_id: actor.loginType,
    user_type: userTypeOf(actor.loginType),
    company_id,
    permissions: [...actor.permissions].sort(),
    may_give: mayCreateUsers(actor) ? await assignableLoginTypes(context) : [],
    is_developer: isDeveloper(actor),
    impersonated_by: impersonated_by ?? null,
    can_save: actor.canSave,
    must_enrol: actor.mustEnrol,
    ...(actor.onlyBuys && { only_buys: true as const }),
    ...(actor.confirmed_until && { confirmed_until: actor.confirmed_until }),
  }
}

async function readUserRow({ actor, db }: Context, company_id: number): Promise<CurrentUserRow> {
  const { rows } = await sql<CurrentUserRow>`
    select u.user_id, u.people_id, u.username, u.first_name, u.last_name,
      coalesce(p.combined_name, u.first_name || ' ' || u.last_name) as combined_name, p.job_title, p.photo_id,
      c.company, coalesce(p.language, 'en') as language, coalesce(p.theme, 'default') as theme,
      coalesce(p.unit_of_measure, 1) as unit_of_measure,
      (select a.dashboard_layout from accounts a where a.user_id = u.user_id
        and a.company_id = ${actor.company_id}) as dashboard_layout,
      coalesce(p.user_time_zone, 'America/Detroit') as user_time_zone,
      ${companyZone(company_id)} as company_time_zone,
      coalesce(u.default_route, p.default_route) as default_route,
      (select json_agg(json_build_object('company_id', a.company_id, 'company', ac.company,
          'login_type_id', a.login_type_id,
          'permissions', permissions_of(a)) order by ac.company)
        from accounts a join companies ac using (company_id)
        where a.user_id = u.user_id) as accounts,
      (select json_build_object('username', i.username,
          'combined_name', coalesce(ip.combined_name, i.first_name || ' ' || i.last_name))
        from users i left join people ip on ip.people_id = i.people_id
        where i.user_id = ${actor.impersonator}) as impersonated_by
    from users u
      left join people p on p.people_id = u.people_id
      join companies c on c.company_id = ${actor.company_id}
    where u.user_id = ${actor.user_id}`.execute(db)
  return firstOf(rows)
}

function mayCreateUsers({ permissions }: Actor): boolean {
  return permissions.has('users.create') || permissions.has('users.update')
}
