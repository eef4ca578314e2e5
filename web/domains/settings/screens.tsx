import { IconHelpCircle, IconLanguage, IconListDetails, IconRuler2, IconSettings } from '@tabler/icons-react'
import { options } from '#core/domains/settings/options.ts'
import { options_categories } from '#core/domains/settings/options_categories.ts'
import { questions } from '#core/domains/settings/questions.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(options_categories, {
    path: '/configuration/options',
    single: '/configuration/options/:id?',
    icon: IconListDetails,
    group: 'lists',
  }),
  {
    path: '/configuration/languages',
    load: () => import('./LanguagesScreen.tsx').then((m) => m.LanguagesScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    icon: IconLanguage,
    group: 'lists',
  },
  standardScreens(questions, {
    path: '/configuration/questions',
    single: '/configuration/question/:id?',
    icon: IconHelpCircle,
    group: 'lists',
  }),
  standardScreens(units_of_measure, {
    path: '/configuration/units_of_measure',
    single: '/configuration/unit_of_measure/:id?',
    icon: IconRuler2,
    group: 'tanks',
  }),
  {
    path: '/configuration/configure_environment',
    load: () => import('./SettingsScreen.tsx').then((m) => m.SettingsScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    icon: IconSettings,
    group: 'others',
  },
  {
    path: '/configuration/option/:id?',
    load: () => import('./OptionScreen.tsx').then((m) => m.OptionScreen),
    shows: options,
    permission: 'configuration.read',
    loginTypes: options.loginTypes,
  },
]
