import {
  IconDeviceLaptop,
  IconHistory,
  IconKey,
  IconLogin2,
  IconShieldCheck,
  IconUserPlus,
  IconUserQuestion,
  IconUserShield,
} from '@tabler/icons-react'
import {
  ALL_LOGIN_TYPES,
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  STAFF,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

/** Part of the configuration, and of the rights, which fewer people read. */
const ofRights = { permission: 'configuration.read', alsoNeeds: 'permissions.read' } as const

export const screens: readonly Screen[] = [
  {
    path: '/users/my_organizations',
    load: () => import('./OrganisationsScreen.tsx').then((m) => m.OrganisationsScreen),
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    resource: 'users',
    path: '/users',
    single: '/user/:id?',
    load: () => import('./UserScreen.tsx').then((m) => m.UserScreen),
    permission: 'users.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    icon: IconUserShield,
    menu: { group: 'administration', position: 10 },
  },
  {
    resource: 'permission_templates',
    path: '/configuration/permission_templates',
    single: '/configuration/permission_templates/:id?',
    load: () => import('./PermissionTemplateScreen.tsx').then((m) => m.PermissionTemplateScreen),
    loginTypes: STAFF,
    icon: IconShieldCheck,
    group: 'access',
    ...ofRights,
  },
  {
    resource: 'permissions',
    path: '/configuration/permissions',
    single: '/configuration/permission/:id?',
    loginTypes: STAFF,
    icon: IconKey,
    group: 'access',
    ...ofRights,
  },
  {
    path: '/configuration/permission_explainer',
    load: () => import('./PermissionExplainerScreen.tsx').then((m) => m.PermissionExplainerScreen),
    permission: 'permissions.read',
    loginTypes: STAFF,
    icon: IconUserQuestion,
    group: 'access',
  },
  {
    resource: 'active_sessions',
    path: '/configuration/active_sessions',
    single: '/configuration/active_session/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    icon: IconDeviceLaptop,
    group: 'access',
  },
  {
    resource: 'login_attempts',
    path: '/configuration/login_attempts',
    single: '/configuration/login_attempt/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    icon: IconLogin2,
    group: 'access',
  },
  {
    resource: 'audit_entries',
    path: '/configuration/audit',
    single: '/configuration/audit_entry/:id?',
    load: () => import('./AuditEntryScreen.tsx').then((m) => m.AuditEntryScreen),
    permission: 'permissions.read',
    loginTypes: STAFF,
    icon: IconHistory,
    group: 'access',
  },
  {
    resource: 'sign_ups',
    path: '/configuration/sign_ups',
    single: '/configuration/sign_up/:id?',
    permission: 'users.read',
    loginTypes: STAFF,
    icon: IconUserPlus,
    group: 'others',
    waits: { kind: 'sign_ups', path: '/sign_ups', query: { state: 'waiting' } },
  },
]
