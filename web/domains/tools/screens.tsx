import { Navigate, useParams } from 'react-router'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

/** The specification's own address of a form. */
function FormById() {
  return <Navigate to={`/configuration/form/${useParams().id}`} replace />
}

/** The specification's own address of a table. */
function TableById() {
  return <Navigate to={`/configuration/sql_table/${useParams().id}`} replace />
}

export const screens: readonly Screen[] = [
  {
    resource: 'user_defined_fields',
    path: '/configuration/user_defined_fields',
    single: '/configuration/user_defined_field/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tools',
  },
  {
    resource: 'forms',
    path: '/configuration/form_builder',
    single: '/configuration/form/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tools',
  },
  {
    path: '/configuration/form_builder/:id',
    component: FormById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: STAFF,
  },
  {
    path: '/forms',
    load: () => import('./FormListScreen.tsx').then((m) => m.FormListScreen),
    isWithin: true,
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    path: '/forms/:id',
    load: () => import('./FillFormScreen.tsx').then((m) => m.FillFormScreen),
    isWithin: true,
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    resource: 'sql_tables',
    path: '/configuration/mysql',
    single: '/configuration/sql_table/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'others',
  },
  {
    path: '/configuration/mysql/:id',
    component: TableById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: STAFF,
  },
  {
    resource: 'sql_fields',
    path: '/configuration/sql_fields',
    single: '/configuration/sql_field/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'others',
  },
  {
    resource: 'sql_relationships',
    path: '/configuration/sql_relationships',
    single: '/configuration/sql_relationship/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'others',
  },
  {
    resource: 'data_import_logs',
    path: '/configuration/data_import_logs',
    single: '/configuration/data_import_log/:id?',
    load: () => import('./imports/ImportScreen.tsx').then((m) => m.ImportScreen),
    loginTypes: STAFF,
    permission: 'configuration.read',
    group: 'others',
  },
]
