import { localeNames } from '#core/platform/texts/localeNames.ts'
import { en as platform } from '#core/platform/texts/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { active_sessions } from './active_sessions.ts'
import type { api_keys } from './api_keys.ts'
import type { audit_entries } from './audit_entries.ts'
import type { identity_providers } from './identity_providers.ts'
import type { permission_templates } from './permission_templates.ts'
import type { permissions } from './permissions.ts'
import { permissionTexts } from './permissionTexts.ts'
import type { login_attempts } from './signIn/login_attempts.ts'
import type { sign_ups } from './signIn/sign_ups.ts'
import type { users } from './users.ts'

const ways = {
  password: 'Password',
  passkey: 'Passkey',
  rfid: 'RFID badge',
  qr: 'QR code',
  invitation: 'Invitation',
  sign_up: 'Sign-up',
  single_sign_on: 'Single sign-on',
}

export const en = {
  active_sessions: {
    label: 'Active sessions',
    single: 'Active session',
    fields: {
      username: 'Username',
      user_id: 'User',
      company_id: 'Company',
      login_type_id: 'Login type',
      device: 'Device',
      address: 'Address',
      place: 'Last screen',
      way: 'Signed in with',
      last_used_at: 'Last used',
      expires_at: 'Expires',
    },
    choices: { login_type_id: platform.login_types, way: ways },
    sections: { session: 'Session', user: 'User' },
  } satisfies ResourceTexts<typeof active_sessions>,
  api_keys: {
    label: 'API keys',
    single: 'API key',
    fields: {
      name: 'Name',
      user_id: 'User',
      company_id: 'Company',
      key_start: 'Key',
      status: 'Status',
      reads: 'Can read',
      writes: 'Can read and change',
      reached_company_id: 'Only this company',
      networks: 'Allowed networks',
      calls_per_minute: 'Calls a minute',
      expires_at: 'Expires',
      last_used_at: 'Last used',
      last_used_from: 'Last used from',
    },
    choices: {
      status: { active: 'Active', revoked: 'Revoked' },
      reads: platform.modules,
      writes: platform.modules,
    },
    sections: { key: 'Key', scope: 'Scope', limits: 'Limits', use: 'Use' },
    help: {
      name: 'Where the key is used, such as “ERP”',
      reads: 'Never more than you can read yourself',
      reached_company_id: 'With the companies below it. Empty: every company that you see',
      networks: 'Such as 203.0.113.0/24. Empty: any network',
      calls_per_minute: 'Empty: as many as a user',
    },
  } satisfies ResourceTexts<typeof api_keys>,
  audit_entries: {
    label: 'Audit log',
    single: 'Audit entry',
    fields: {
      at: 'When',
      user_id: 'Who',
      on_behalf_of: 'On behalf of',
      company_id: 'Acting for',
      api_key_id: 'API key',
      action: 'Action',
      resource: 'Record type',
      record_id: 'Record number',
      title: 'Record',
      changes: 'Changes',
    },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof audit_entries>,
  identity_providers: {
    label: 'Identity providers',
    single: 'Identity provider',
    fields: {
      name: 'Name',
      company_id: 'Company',
      active: 'Active',
      issuer: 'Issuer',
      client_id: 'Client ID',
      client_secret: 'Client secret',
      domains: 'E-mail domains',
      only_single_sign_on: 'Only by single sign-on',
      creates_accounts: 'Create accounts at first sign-in',
      group_claim: 'Group claim',
      group_roles: 'Groups and login types',
      user_id: 'Saved by',
      last_sign_in_at: 'Last sign-in',
      last_error: 'Last error',
      last_error_at: 'Last failure',
    },
    choices: {},
    sections: { provider: 'Provider', users: 'Who signs in', accounts: 'New accounts' },
    help: {
      issuer: 'The address that the provider names as its issuer, such as https://login.example.com',
      client_secret: 'Stored encrypted and never shown',
      domains: 'Users whose username is an e-mail address of these domains sign in here',
      only_single_sign_on:
        'Their passwords, passkeys and badges no longer sign them in. Account owners are exempt, for emergencies',
      group_claim: 'The name under which the provider sends the groups of a user',
      group_roles: 'The first group that a new user belongs to decides the login type',
    },
  } satisfies ResourceTexts<typeof identity_providers>,
  login_attempts: {
    label: 'Sign-in attempts',
    single: 'Sign-in attempt',
    fields: {
      username: 'Username',
      status: 'Outcome',
      reason: 'Reason',
      way: 'Method',
      address: 'Address',
      attempted_at: 'When',
      company_id: 'Company',
    },
    choices: {
      status: { ok: 'Signed in', fail: 'Refused' },
      reason: {
        unknown_name: 'Unknown username',
        wrong_password: 'Wrong password',
        unknown_badge: 'Unknown badge or code',
        badge_taken: 'Badge in use by another user',
        unknown_passkey: 'Unknown passkey',
        wrong_code: 'Wrong two-factor code',
        deactivated: 'User deactivated',
        not_approved: 'Not approved yet',
        network: 'Network not allowed',
        single_sign_on_only: 'Only by single sign-on',
        unknown_domain: 'E-mail domain without an identity provider',
        provider_failed: 'Identity provider failed',
        email_not_verified: 'E-mail address not verified by the provider',
        no_account: 'No account for single sign-on',
      },
      way: ways,
    },
    sections: { attempt: 'Attempt' },
  } satisfies ResourceTexts<typeof login_attempts>,
  sign_ups: {
    label: 'Sign-ups',
    single: 'Sign-up',
    fields: {
      company: 'Company',
      first_name: 'First name',
      last_name: 'Last name',
      username: 'E-mail',
      phone_number: 'Phone number',
      password: 'Password',
      language: 'Language',
      state: 'Status',
      asked_at: 'Signed up',
      confirmed_at: 'E-mail confirmed',
      company_id: 'Company in Ullage',
      user_id: 'User',
      decided_at: 'Decided on',
      decided_by: 'Decided by',
      reason: 'Reason',
    },
    choices: {
      language: localeNames,
      state: {
        unconfirmed: 'E-mail not confirmed',
        waiting: 'Waiting for approval',
        approved: 'Approved',
        refused: 'Refused',
      },
    },
    sections: { who: 'Who', outcome: 'Outcome' },
    help: {
      username: 'Your username. We send a confirmation link to it',
      password:
        '8 to 16 characters with a capital letter, a lowercase letter, a digit and one of !@#$%^&*. Common passwords and names of the person or company are not accepted',
    },
  } satisfies ResourceTexts<typeof sign_ups>,
  permission_templates: {
    label: 'Permission templates',
    single: 'Permission template',
    fields: { login_type_id: 'Login type', permissions: 'Permissions' },
    choices: { login_type_id: platform.login_types, permissions: permissionTexts(platform) },
    sections: {},
  } satisfies ResourceTexts<typeof permission_templates>,
  permissions: {
    label: 'Permissions',
    single: 'Permission',
    fields: {
      permission: 'Permission',
      module: 'Module',
      permission_token: 'Calls',
      method: 'Method',
      exempt: 'Exempt',
    },
    choices: {
      module: platform.modules,
      method: { GET: 'GET', POST: 'POST', PATCH: 'PATCH', DELETE: 'DELETE' },
    },
    sections: {},
    help: {
      exempt: 'Granted to everyone whose login type has access to this area',
      permission_token: 'index: the calls that every record type has',
    },
  } satisfies ResourceTexts<typeof permissions>,
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
    sections: { user: 'User', person: 'Person', sign_in: 'Sign-in' },
    help: {
      username: '8 to 100 characters: letters, digits, @, - and . – an e-mail address works well',
      password:
        '8 to 16 characters with a capital letter, a lowercase letter, a digit and one of !@#$%^&*. Common passwords and names of the person or company are not accepted',
      default_route: 'Empty: the first screen of the login type, such as the dashboard or “My day”',
    },
  } satisfies ResourceTexts<typeof users>,
}

/** What is said when one of the rules here is broken. */
export const rules = {
  never_exempt:
    'This permission can grant other permissions or change the product, so it must be granted explicitly',
  without_effect: 'Has no effect for this login type: {{permissions}}',
  added_and_withdrawn: 'A permission cannot be both added and withdrawn',
  password_classes:
    'Must be at least one capital letter, one lowercase letter, one number, one special character (!@#$%^&*)',
  password_characters: 'These characters are not allowed: {{characters}}',
  password_long: 'Must be 16 or less characters',
  password_match: 'Passwords must match',
  password_common: 'This password is too easy to guess. Choose another',
  password_name: 'Must not contain your name, your username or the name of the company or the product',
  password_wrong: 'This is not your current password',
  code_wrong: 'This code is wrong or has already been used',
  password_short: 'Must be 8 or more characters',
  scope_empty: 'Choose at least one area that the key can read or change',
  unknown_parameter: 'There is no such parameter. Known: {{known}}',
  page_beyond: 'A page has at most {{largest}} records',
  future: 'Must be in the future',
  email_in_use: 'A person with this e-mail address already exists',
  mail_domain: '“{{text}}” is not a domain such as example.com',
  domain_taken: '{{text}} belongs to another identity provider',
  domain_elsewhere: 'Users of other companies have addresses of {{text}}: only staff can enter it',
  group_role: 'Row {{row}} needs a group and a login type',
  single_sign_on_again: 'You signed in by single sign-on: log out and sign in again',
}

/** What the calls here answer. */
export const messages = {
  sign_up_requested:
    'Account created! We have sent you an e-mail: confirm your address with its link within 24 hours.',
  sign_up_off: 'Sign-up is closed at the moment.',
  sign_up_waiting: 'Your account is waiting for approval. We will write to you as soon as you can sign in.',
  sign_up_decided: 'This request has already been decided.',
  sign_up_approved: 'Approved. A message is on its way.',
  sign_up_refused: 'Refused. A message with the reason is on its way.',
  email_confirmed: 'Thank you: your e-mail address is confirmed.',
  not_impersonating: 'You are not acting as another user.',
  account_switched: 'You now work in this organization.',
  last_administrator:
    'At least one user must have all administrator permissions. Give them to another user first.',
  home_account: 'This is the user’s own company. Change the login type on the user’s page.',
  second_factor_over: 'Time ran out, or there were too many attempts. Please sign in again.',
  second_factor_needed:
    'Your login type requires two-factor sign-in: add another method before you remove the last one.',
  second_factor_reset: 'Two-factor sign-in was reset.',
  no_second_factor: 'Recovery codes need two-factor sign-in: set it up first.',
  wrong_code: 'This code is wrong or has already been used.',
  badge_issued: 'Issued. The previous badge or code no longer works.',
  badge_revoked: 'Revoked.',
  unknown_passkey: 'This passkey is unknown.',
  passkey_added: 'Passkey added.',
  passkey_failed: 'The passkey could not be added. Please try again.',
  totp_added: 'Authenticator app added. You now need a code from it to sign in.',
  totp_there: 'An authenticator app is already set up: remove it first.',
  password_changed: 'Your password has changed. Your other sessions have ended.',
  network_not_allowed: 'You can sign in only from the networks that your administrator allows.',
  session_ended: 'The session has ended.',
  sessions_ended: 'Your other sessions have ended.',
  reset_requested: 'If this user exists, we have sent a message with a link.',
  password_reset: 'Your password has changed. Sign in with the new one.',
  code_over: 'This link has already been used or has expired. Please ask for a new one.',
  is_user: 'This person can already sign in.',
  invited: 'Invitation created.',
  invitation_withdrawn: 'Invitation withdrawn. Its link no longer works.',
  account_created: 'Account created!',
  wrong_api_key:
    'This API key is not valid here: it is unknown, expired, revoked, or used from another network.',
  single_sign_on_unknown:
    'No single sign-on is set up for this e-mail domain. Sign in with your password instead.',
  single_sign_on_over: 'This sign-in has expired or was already used. Start single sign-on again.',
  single_sign_on_failed: 'Your identity provider did not sign you in. Try again, or ask your administrator.',
  single_sign_on_unverified:
    'Your identity provider has not verified your e-mail address. Ask your administrator.',
  single_sign_on_no_account: 'You have no account here for single sign-on. Ask your administrator for one.',
  single_sign_on_archived: 'Your account is deactivated. Ask your administrator.',
  single_sign_on_only: 'Your company signs in by single sign-on. Choose “Continue with single sign-on”.',
  api_key_created: 'API key created.',
  api_key_revoked: 'API key revoked.',
  api_keys_many: 'An account has at most {{count}} active API keys. Revoke one first.',
}
