import { isOneOf } from '#core/platform/isOneOf.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import {
  ALL_LOGIN_TYPES,
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  type LoginType,
} from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The login type of accounts that are created for members of a group. */
export type GroupRole = {
  group: string
  login_type_id: LoginType
}

/**
 * Services by which a company's users sign in (OpenID Connect). A provider signs users in to accounts of its company and of companies
 * below it, with no more rights than the user who last saved the provider.
 */
export const identity_providers = defineResource({
  name: 'identity_providers',
  single: 'identity_provider',
  id: 'identity_provider_id',
  module: 'users',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  devicesBy: 'text',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 60 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    active: { kind: 'flag', required: true, default: 1 },
    issuer: { kind: 'text', format: 'url', required: true, max: 255 },
    client_id: { kind: 'text', required: true, max: 255 },
    client_secret: { kind: 'text', required: true, max: 500, sealed: true },
    // Lower case; each belongs to one active provider.
    domains: { kind: 'name_list', required: true },
    only_single_sign_on: { kind: 'flag', required: true, default: 0 },
    creates_accounts: { kind: 'flag', required: true, default: 0 },
    group_claim: { kind: 'text', required: true, max: 100, default: 'groups' },
    // The first matching group decides.
    group_roles: { kind: 'rows', of: 'object' },
    user_id: { kind: 'reference', to: 'users', computed: true },
    last_sign_in_at: { kind: 'instant', computed: true },
    last_error: { kind: 'text', max: 500, computed: true },
    last_error_at: { kind: 'instant', computed: true },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  list: ['name', 'company_id', 'issuer', 'active', 'only_single_sign_on', 'last_sign_in_at', 'last_error_at'],
  search: ['name', 'issuer'],
  filters: { active: 1, company_id: null },
  sort: 'name',
  pageSize: 20,
  form: [
    { section: 'provider', fields: ['name', 'company_id', 'issuer', 'client_id', 'client_secret', 'active'] },
    { section: 'users', fields: ['domains', 'only_single_sign_on'] },
    { section: 'accounts', fields: ['creates_accounts', 'group_claim', 'group_roles'] },
  ],
  bulk: [],
  archive: { active: 0 },
  check: ({ domains, creates_accounts, group_roles }) => [
    ...issueIf(domains?.length === 0, { field: 'domains', rule: 'required' }),
    ...domainIssues(domains ?? []),
    ...groupRoleIssues(group_roles ?? []),
    ...issueIf(creates_accounts === 1 && !group_roles?.length, { field: 'group_roles', rule: 'required' }),
  ],
})

/** The page to which providers return, below the public address. */
export const SINGLE_SIGN_ON_RETURN = '/session/login'

/** The field of a provider that is stored encrypted and returned masked. */
export const PROVIDER_SECRETS = ['client_secret'] as const

/** The domain of an e-mail address, in lower case; empty without one. */
export function domainOf(email: string): string {
  return /@([^@\s]+)$/.exec(email.trim())?.[1]?.toLowerCase() ?? ''
}

/** The login type of the first role whose group is one of a user's. */
export function roleOfGroups(roles: readonly GroupRole[], groups: readonly string[]): LoginType | undefined {
  return roles.find(({ group }) => groups.includes(group))?.login_type_id
}

function domainIssues(domains: readonly string[]): Issue[] {
  const invalid = domains.find((text) => !/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/i.test(text))
  return invalid === undefined ? [] : [{ field: 'domains', rule: 'mail_domain', params: { text: invalid } }]
}

function groupRoleIssues(rows: readonly Values[]): Issue[] {
  const at = rows.findIndex((row) => !isGroupRole(row))
  return at < 0 ? [] : [{ field: 'group_roles', rule: 'group_role', params: { row: at + 1 } }]
}

export function isGroupRole(row: Values): row is GroupRole {
  const { group, login_type_id, ...rest }: Partial<GroupRole> = row
  const isGroup = typeof group === 'string' && group.trim() !== '' && group.length <= 255
  return isGroup && isOneOf(ALL_LOGIN_TYPES, login_type_id) && Object.keys(rest).length === 0
}
