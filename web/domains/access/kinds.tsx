import { lazy } from 'react'
import { api_keys } from '#core/domains/access/api_keys.ts'
import { identity_providers } from '#core/domains/access/identity_providers.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import { users } from '#core/domains/access/users.ts'
import { people } from '#core/domains/people/people.ts'
import { PERMISSIONS } from '#core/platform/modules.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Kinds } from '#web/resources/kind.ts'

const aboveUsers = () => import('./accounts/UserActions.tsx')
const UserActions = lazy(() => aboveUsers().then((m) => ({ default: m.UserActions })))
const PendingInvitations = lazy(() => aboveUsers().then((m) => ({ default: m.PendingInvitations })))
const groupRoles = lazy(() =>
  import('./identityProviders/GroupRolesInput.tsx').then((m) => ({ default: m.GroupRolesInput })),
)
const providerSetup = lazy(() =>
  import('./identityProviders/ProviderSetup.tsx').then((m) => ({ default: m.ProviderSetup })),
)
const loginType = lazy(() =>
  import('./rights/LoginTypeInput.tsx').then((m) => ({ default: m.LoginTypeInput })),
)
const revokeApiKey = lazy(() =>
  import('./apiKeys/RevokeApiKey.tsx').then((m) => ({ default: m.RevokeApiKey })),
)
const signUpDecision = lazy(() => import('./SignUpDecision.tsx').then((m) => ({ default: m.SignUpDecision })))

function Count({ record }: { record: { permissions: readonly string[] } }) {
  const { t } = useTranslation()
  return <>{t('security.permissions.count', { count: record.permissions.length, all: PERMISSIONS.length })}</>
}

export const kinds: Kinds = {
  [users.name]: {
    // The filter by person is set only by a link.
    list: {
      Above: PendingInvitations,
      Actions: UserActions,
      isNewRare: true,
      filters: { people_id: { text: 'records.people.single', of: people, isFromLinkOnly: true } },
    },
    record: { inputs: { login_type_id: loginType } },
  },
  [api_keys.name]: { record: { Header: revokeApiKey } },
  [identity_providers.name]: {
    record: {
      Header: providerSetup,
      inputs: { group_roles: groupRoles },
      facts: ['company_id', 'active', 'last_sign_in_at', 'last_error_at', 'user_id'],
    },
  },
  [sign_ups.name]: { record: { Header: signUpDecision } },
  // The templates of all login types.
  [permission_templates.name]: {
    list: {
      columns: { permissions: { text: 'records.permission_templates.fields.permissions', Cell: Count } },
    },
  },
}
