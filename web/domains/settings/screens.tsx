import { CONFIGURATION_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'options_categories',
    path: '/configuration/options',
    single: '/configuration/options/:id?',
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    group: 'lists',
  },
  {
    path: '/configuration/health',
    load: () => import('./health/HealthScreen.tsx').then((m) => m.HealthScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'business',
  },
  {
    path: '/configuration/languages',
    load: () => import('./LanguagesScreen.tsx').then((m) => m.LanguagesScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'lists',
  },
  {
    resource: 'questions',
    path: '/configuration/questions',
    single: '/configuration/question/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'lists',
  },
  {
    resource: 'units_of_measure',
    path: '/configuration/units_of_measure',
    single: '/configuration/unit_of_measure/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tanks',
  },
  {
    path: '/configuration/configure_environment',
    load: () => import('./SettingsScreen.tsx').then((m) => m.SettingsScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'business',
  },
  {
    path: '/configuration/option/:id?',
    load: () => import('./OptionScreen.tsx').then((m) => m.OptionScreen),
    shows: 'options',
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
  },
]
