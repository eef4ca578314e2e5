import { en as platform } from '#core/platform/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { users } from './users.ts'

export const en = {
  users: {
    label: 'Users',
    single: 'User',
    fields: {
      username: 'Username',
      password: 'Password',
      login_type_id: 'Login type',
      company_id: 'Company',
      people_id: 'Person',
      first_name: 'First name',
      last_name: 'Last name',
      phone_number: 'Phone number',
      restrict_login_location: 'Sign in only from allowed networks',
      department_id: 'Department',
      default_route: 'First screen after sign-in',
      owner: 'Account owner',
      status: 'Active',
    },
    choices: { login_type_id: platform.login_types },
    sections: {},
    help: {
      username: '8 to 100 characters: letters, digits, @, - and . – an e-mail address works well',
      password: '8 to 16 characters with a capital, a lowercase letter, a digit and one of !@#$%^&*',
      default_route: 'Such as /devices; empty for the dashboard',
    },
  } satisfies ResourceTexts<typeof users>,
}
