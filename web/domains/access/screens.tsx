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
import { active_sessions } from '#core/domains/access/active_sessions.ts'
import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { login_attempts } from '#core/domains/access/login_attempts.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import { sign_ups } from '#core/domains/access/sign_ups.ts'
import { users } from '#core/domains/access/users.ts'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { pathOf } from '#core/resources/definition.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

/** Part of the configuration, and of the rights, which fewer people read. */
const ofRights = { permission: 'configuration.read', alsoNeeds: 'permissions.read' } as const

export const screens: readonly Screen[] = [
  {
    path: '/users/my_organizations',
    load: () => import('./OrganisationsScreen.tsx').then((m) => m.OrganisationsScreen),
    loginTypes: ALL_LOGIN_TYPES,
  },
  standardScreens(users, {
    path: '/users',
    single: '/user/:id?',
    load: () => import('./UserScreen.tsx').then((m) => m.UserScreen),
    icon: IconUserShield,
    menu: { group: 'administration', position: 10 },
  }),
  standardScreens(permission_templates, {
    path: '/configuration/permission_templates',
    single: '/configuration/permission_templates/:id?',
    load: () => import('./PermissionTemplateScreen.tsx').then((m) => m.PermissionTemplateScreen),
    icon: IconShieldCheck,
    group: 'access',
    ...ofRights,
  }),
  standardScreens(permissions, {
    path: '/configuration/permissions',
    single: '/configuration/permission/:id?',
    icon: IconKey,
    group: 'access',
    ...ofRights,
  }),
  {
    path: '/configuration/permission_explainer',
    load: () => import('./PermissionExplainerScreen.tsx').then((m) => m.PermissionExplainerScreen),
    permission: 'permissions.read',
    loginTypes: STAFF,
    icon: IconUserQuestion,
    group: 'access',
  },
  standardScreens(active_sessions, {
    path: '/configuration/active_sessions',
    single: '/configuration/active_session/:id?',
    icon: IconDeviceLaptop,
    group: 'access',
  }),
  standardScreens(login_attempts, {
    path: '/configuration/login_attempts',
    single: '/configuration/login_attempt/:id?',
    icon: IconLogin2,
    group: 'access',
  }),
  standardScreens(audit_entries, {
    path: '/configuration/audit',
    single: '/configuration/audit_entry/:id?',
    load: () => import('./AuditEntryScreen.tsx').then((m) => m.AuditEntryScreen),
    icon: IconHistory,
    group: 'access',
  }),
  standardScreens(sign_ups, {
    path: '/configuration/sign_ups',
    single: '/configuration/sign_up/:id?',
    icon: IconUserPlus,
    group: 'others',
    waits: { kind: sign_ups.name, path: pathOf(sign_ups), query: { state: 'waiting' } },
  }),
]
