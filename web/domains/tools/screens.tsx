import {
  IconClipboardList,
  IconColumns,
  IconDatabase,
  IconFileImport,
  IconForms,
  IconSitemap,
} from '@tabler/icons-react'
import { Navigate, useParams } from 'react-router'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { forms } from '#core/domains/tools/forms.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

/** The specification's own address of a form. */
function FormById() {
  return <Navigate to={`/configuration/form/${useParams().id}`} replace />
}

/** The specification's own address of a table. */
function TableById() {
  return <Navigate to={`/configuration/sql_table/${useParams().id}`} replace />
}

export const screens: readonly Screen[] = [
  standardScreens(user_defined_fields, {
    path: '/configuration/user_defined_fields',
    single: '/configuration/user_defined_field/:id?',
    icon: IconForms,
    group: 'tools',
  }),
  standardScreens(forms, {
    path: '/configuration/form_builder',
    single: '/configuration/form/:id?',
    icon: IconClipboardList,
    group: 'tools',
  }),
  {
    path: '/configuration/form_builder/:id',
    component: FormById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: forms.loginTypes,
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
  standardScreens(sql_tables, {
    path: '/configuration/mysql',
    single: '/configuration/sql_table/:id?',
    icon: IconDatabase,
    group: 'tools',
  }),
  {
    path: '/configuration/mysql/:id',
    component: TableById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: sql_tables.loginTypes,
  },
  standardScreens(sql_fields, {
    path: '/configuration/sql_fields',
    single: '/configuration/sql_field/:id?',
    icon: IconColumns,
    group: 'tools',
  }),
  standardScreens(sql_relationships, {
    path: '/configuration/sql_relationships',
    single: '/configuration/sql_relationship/:id?',
    icon: IconSitemap,
    group: 'tools',
  }),
  standardScreens(data_import_logs, {
    path: '/configuration/data_import_logs',
    single: '/configuration/data_import_log/:id?',
    load: () => import('./ImportScreen.tsx').then((m) => m.ImportScreen),
    permission: 'configuration.read',
    icon: IconFileImport,
    group: 'others',
  }),
]
