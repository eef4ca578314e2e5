import { ALL_LOGIN_TYPES, CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const users = defineResource({
  name: 'users',
  single: 'user',
  id: 'user_id',
  module: 'users',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  // Columns of the account's person.
  besides: ['photo', 'photo_thumb'],
  fields: {
    username: { kind: 'text', format: 'username', required: true, min: 8, max: 100, unique: true },
    password: { kind: 'secret', required: true, min: 8, max: 16 },
    login_type_id: { kind: 'choice', required: true, of: ALL_LOGIN_TYPES },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    people_id: { kind: 'reference', to: 'people', computed: true },
    first_name: { kind: 'text', required: true, max: 35 },
    last_name: { kind: 'text', required: true, max: 35 },
    phone_number: { kind: 'phone', required: true, max: 16, mobile: true },
    restrict_login_location: { kind: 'flag', required: true, default: 0 },
    department_id: { kind: 'reference', to: 'departments' },
    default_route: { kind: 'text', format: 'route', max: 255 },
    owner: { kind: 'flag', required: true, default: 0 },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'username',
  matchBy: [['username']],
  list: ['username', 'first_name', 'last_name', 'login_type_id', 'company_id', 'status'],
  search: ['username', 'first_name', 'last_name'],
  filters: { status: null, company_id: null, login_type_id: null, people_id: null },
  form: [
    { section: 'user', fields: ['username', 'password', 'login_type_id', 'company_id', 'status', 'owner'] },
    { section: 'person', fields: ['first_name', 'last_name', 'phone_number', 'department_id'] },
    { section: 'sign_in', fields: ['restrict_login_location', 'default_route'] },
  ],
  archive: { status: 0 },
})
