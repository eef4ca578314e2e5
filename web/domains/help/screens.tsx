import { IconLifebuoy } from '@tabler/icons-react'
import { Navigate } from 'react-router'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

/** The specification's own address of a new article. */
function AddArticle() {
  return <Navigate to="/configuration/help_article" replace />
}

/** Any signed-in user reads help; the server decides who may write it. */
export const screens: readonly Screen[] = [
  {
    path: '/techhelp',
    load: () => import('./TechHelpScreen.tsx').then((m) => m.TechHelpScreen),
    loginTypes: ALL_LOGIN_TYPES,
    icon: IconLifebuoy,
    menu: { group: 'help', position: 10 },
  },
  {
    path: '/configuration/help_articles',
    resource: 'help_articles',
    single: '/configuration/help_article/:id?',
    loginTypes: ALL_LOGIN_TYPES,
    group: 'lists',
  },
  {
    path: '/configuration/help_articles/add',
    component: AddArticle,
    isWithin: true,
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    path: '/configuration/help_articles/translate/:id?',
    load: () => import('./TranslateScreen.tsx').then((m) => m.TranslateScreen),
    isWithin: true,
    loginTypes: ALL_LOGIN_TYPES,
  },
]
