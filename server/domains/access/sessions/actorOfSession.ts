import { type RawBuilder, sql } from 'kysely'
import { permissionsThatCount } from '#core/domains/access/backOffice.ts'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { isStaff, type LoginType, VENDORS } from '#core/platform/loginTypes.ts'
import { ACTIONS } from '#core/platform/modules.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { noSession } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { isDeveloper } from '../users/isDeveloper.ts'
import { type ImpersonationMode, mayActAs } from '../users/mayActAs.ts'

export interface AccountRow {
  user_id: number
  people_id: number | null
  username: string
  login_type_id: LoginType
  company_id: number
  permissions: string[]
  limit_devices: number[]
  limit_tags: number[]
  language: string | null
  unit_of_measure: number | null
  user_time_zone: string | null
  restrict_login_location: number
  has_second_factor: boolean
  status: number
}

/** How long after signing in at an identity provider users can change their own sign-in. */
const CONFIRMED_MS = 10 * 60_000

interface GrantsRow {
  template_permissions: string[]
  added_permissions: string[]
  withdrawn_permissions: string[]
  exempt_permissions: string[]
}

interface SessionRow extends AccountRow {
  session_id: number
  way: string
  expires_at: string
  authenticated_at: string | null
  impersonator_session_id: number | null
  impersonation_mode: ImpersonationMode | null
}

/** The sources of an account's permissions. */
export interface AccountGrants {
  /** Exempt permissions, which need no grant. */
  exempt: readonly string[]
  template: readonly string[]
  added: readonly string[]
  withdrawn: readonly string[]
}

/** An actor, with the latest expiry and the allowed networks; null = any. */
export type SessionActor = Actor & {
  expires: number
  networks: readonly string[] | null
  /** Limits of an API key. */
  key?: ApiKeyLimits
}

interface ApiKeyLimits {
  /** Null: any. */
  networks: readonly string[] | null
  /** Null: as many as a user. */
  callsPerMinute: number | null
}

/**
 * The actor of a token: the session's current account, reread after every change. An impersonator acts while their own session lasts
 * and permits it; otherwise `refusal` is thrown.
 * @throws Refusal 403 when there is no such session, it ended, or its user was deactivated.
 */
export async function actorOfSession(
  db: Database,
  token: string,
  refusal = noSession,
): Promise<SessionActor> {
  const row = await findSession(db, sql`s.token_hash = ${hashToken(token)}`)
  if (!row) throw noSession()
  const actor = await actorOfRow(db, row)
  if (row.impersonator_session_id === null) return actor
  const own = await findSession(db, sql`s.session_id = ${row.impersonator_session_id}`)
  if (!own) throw noSession()
  const impersonator = await actorOfRow(db, own)
  const mode = row.impersonation_mode ?? 'view'
  if (!mayActAs(impersonator, actor, mode)) throw refusal()
  return {
    ...actor,
    canSave: actor.canSave && mode === 'write',
    impersonator: impersonator.user_id,
    // The impersonator's sign-in requirements apply.
    mustEnrol: impersonator.mustEnrol,
    networks: impersonator.networks,
  }
}

async function actorOfRow(db: Database, row: SessionRow): Promise<SessionActor> {
  const { actor, networks } = await actorOf(db, row)
  // The identity provider is responsible for the second factor.
  const mustEnrol = actor.mustEnrol && row.way !== 'single_sign_on'
  const { session_id, authenticated_at } = row
  return {
    ...{ ...actor, mustEnrol, session_id, expires: Date.parse(row.expires_at), networks },
    ...(authenticated_at && {
      confirmed_until: new Date(Date.parse(authenticated_at) + CONFIRMED_MS).toISOString(),
    }),
  }
}

/**
 * The actor if a user signed in, without a session; undefined without a right in that company.
 * @param company_id the home company by default.
 */
export async function actorOfAccount(
  db: Database,
  user_id: number,
  company_id: number | undefined,
): Promise<{ actor: Actor; grants: AccountGrants; isActive: boolean } | undefined> {
  const { rows } = await sql<AccountRow & GrantsRow>`
    select ${ACCOUNT}, coalesce(t.permissions, '[]') as template_permissions, a.added_permissions,
      a.withdrawn_permissions, array(select permission from permissions where exempt = 1) as exempt_permissions
    from users u
      join accounts a on a.user_id = u.user_id and a.company_id = ${company_id ?? sql`u.company_id`}
      ${OF_ACCOUNT}
      left join permission_templates t on t.login_type_id = a.login_type_id
    where u.user_id = ${user_id}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const grants = {
    exempt: row.exempt_permissions,
    template: row.template_permissions,
    added: row.added_permissions,
    withdrawn: row.withdrawn_permissions,
  }
  return { actor: (await actorOf(db, row)).actor, grants, isActive: row.status === 1 }
}

export async function actorOf(
  db: Database,
  row: AccountRow,
): Promise<{ actor: Actor; networks: readonly string[] | null }> {
  const settings = await readSettings(db)
  const { allowed_networks, second_factor_login_types } = settings
  const actor: Actor = {
    user_id: row.user_id,
    people_id: row.people_id,
    session_id: null,
    username: row.username,
    loginType: row.login_type_id,
    company_id: row.company_id,
    permissions: new Set([...permissionsThatCount(row, row.permissions, settings), ...ofDeveloperFlag(row)]),
    ...(await reachOf(db, row)),
    above: await companiesAbove(db, row),
    limits: await limitsOf(db, row),
    canSave: row.login_type_id !== 'customer_readonly',
    mustEnrol: !row.has_second_factor && (second_factor_login_types ?? []).includes(row.login_type_id),
    language: row.language ?? 'en',
    units: row.unit_of_measure === 2 ? 'metric' : 'imperial',
    timeZone: row.user_time_zone ?? 'America/Detroit',
    impersonator: null,
    api_key_id: null,
  }
  return { actor, networks: row.restrict_login_location === 1 ? (allowed_networks ?? []) : null }
}

const DEVELOPER_TOOLS = ACTIONS.map((action) => `developer_tools.${action}`)

/** The developer flag opens the developer tools to an administrator. */
function ofDeveloperFlag({ user_id, login_type_id }: AccountRow): readonly string[] {
  return login_type_id === 'administrator' && isDeveloper({ user_id, loginType: login_type_id })
    ? DEVELOPER_TOOLS
    : []
}

/** The columns of a user `u` and their account `a`. */
export const ACCOUNT = sql`u.restrict_login_location, u.user_id, u.people_id, u.username, u.status,
  a.login_type_id, a.company_id, a.limit_devices, a.limit_tags,
  permissions_of(a) as permissions, p.language, p.unit_of_measure, p.user_time_zone,
  exists (select from totp_secrets f where f.user_id = u.user_id and f.confirmed_at is not null)
    or exists (select from passkeys f where f.user_id = u.user_id) as has_second_factor`
export const OF_ACCOUNT = sql`left join people p on p.people_id = u.people_id`

async function findSession(db: Database, which: RawBuilder<unknown>): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.way, s.expires_at, s.authenticated_at, s.impersonator_session_id, s.impersonation_mode, ${ACCOUNT}
    from sessions s
      join users u on u.user_id = s.user_id and u.status = 1
      join accounts a on a.account_id = s.account_id
      ${OF_ACCOUNT}
    where ${which} and s.revoked_at is null and s.expires_at > now()`.execute(db)
  return rows[0]
}

/** The companies above the actor's own, whose offers they share; none for staff, who see all, and for vendors, who sell. */
async function companiesAbove(db: Database, row: AccountRow): Promise<number[]> {
  if (isStaff(row.login_type_id) || isOneOf(VENDORS, row.login_type_id)) return []
  const { rows } = await sql<{ company_id: number }>`
    with recursive above as (
      select company_id, parent_id from companies where company_id = ${row.company_id}
      union
      select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id
    ) select company_id from above where company_id <> ${row.company_id}`.execute(db)
  return rows.map(({ company_id }) => company_id)
}

/** Staff: all companies. A vendor: its own, which sells to the business. Others: their company and all below it, at any depth. */
async function reachOf(
  db: Database,
  row: AccountRow,
): Promise<Pick<Actor, 'companies' | 'onlyBuys' | 'sellsTo'>> {
  if (isStaff(row.login_type_id)) return { companies: 'all', onlyBuys: false, sellsTo: 'all' }
  if (isOneOf(VENDORS, row.login_type_id))
    return { companies: [row.company_id], onlyBuys: false, sellsTo: [] }
  const reach = await readReach(db, row.company_id)
  return {
    companies: reach.map(({ company_id }) => company_id),
    onlyBuys: !reach.some(({ sells }) => sells),
    sellsTo: reach.flatMap(({ company_id, is_sold_to }) => (is_sold_to ? company_id : [])),
  }
}

/** A company and all below it, at any depth. */
export async function companiesFrom(db: Database, company_id: number): Promise<number[]> {
  return (await readReach(db, company_id)).map((item) => item.company_id)
}

const SELLS = sql<boolean>`(c.organisation_type_id = ${ORGANISATION_TYPE.distributor} or c.company_id = ${OWN_COMPANY})`

/** A company and all below it; which of them sell (the business itself and distributors), and to which of them one of these sells. */
async function readReach(db: Database, company_id: number) {
  const { rows } = await sql<{ company_id: number; sells: boolean; is_sold_to: boolean }>`
    with recursive reach as (
      select c.company_id, ${SELLS} as sells, c.company_id = ${OWN_COMPANY} as is_sold_to
      from companies c where c.company_id = ${company_id}
      union
      select c.company_id, ${SELLS}, r.sells or r.is_sold_to from companies c join reach r on c.parent_id = r.company_id
    ) select company_id, sells, is_sold_to from reach`.execute(db)
  return rows
}

/** An account limited to devices or tags sees these devices, the devices with these tags, and the records that belong to them. */
async function limitsOf(db: Database, row: AccountRow): Promise<Actor['limits']> {
  if (row.limit_devices.length === 0 && row.limit_tags.length === 0) return {}
  const { rows } = await sql<{ device_id: number }>`
    select distinct device_id from device_tags where tag_id = any(${row.limit_tags})`.execute(db)
  const devices = [...row.limit_devices, ...rows.map(({ device_id }) => device_id)]
  return { devices, ...(row.limit_tags.length > 0 && { tags: row.limit_tags }) }
}
