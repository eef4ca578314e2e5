import type { LoginType } from '#core/platform/loginTypes.ts'

export const DEMO_PASSWORD = 'Ullage#2026'

export interface DemoAccount {
  login_type_id: LoginType
  /** Key of a demo company; `ullage` is the business itself. */
  company: string
  first_name: string
  last_name: string
  job_title: string
  user_time_zone: string
  phone_number: string
  language: 'en' | 'es'
  owner: 0 | 1
}

type Row = readonly [
  loginType: LoginType,
  company: string,
  first: string,
  last: string,
  job: string,
  zone: string,
  habits?: { language?: 'es'; owner?: 1 },
]

/** The administrator comes first and the developer tenth: users 1 and 10 have the developer's tools. */
const ROWS: readonly Row[] = [
  ['administrator', 'ullage', 'Maya', 'Thornton', 'Head of operations', 'America/Detroit', { owner: 1 }],
  ['employee', 'ullage', 'Ben', 'Castellano', 'Account coordinator', 'America/Chicago'],
  ['customer_support', 'ullage', 'Jolene', 'Whitaker', 'Support specialist', 'America/Denver'],
  ['customer', 'platte', 'Curtis', 'Nordgren', 'General manager', 'America/Chicago', { owner: 1 }],
  ['csr', 'platte', 'Paula', 'Dietrich', 'Customer service', 'America/Chicago'],
  ['producer', 'platte', 'Amos', 'Yoder', 'Grower', 'America/Chicago'],
  ['dispatcher', 'platte', 'Luis', 'Arroyo', 'Dispatcher', 'America/Chicago'],
  ['technician', 'platte', 'Travis', 'McCabe', 'Field technician', 'America/Denver'],
  ['driver', 'platte', 'Miguel', 'Santos', 'Tanker driver', 'America/Chicago'],
  ['developer', 'ullage', 'Ingrid', 'Solheim', 'Software engineer', 'America/Los_Angeles'],
  ['dispenser_mgr', 'platte', 'Shelly', 'Buckner', 'Dispenser manager', 'America/Chicago'],
  ['customer_readonly', 'platte', 'Harold', 'Penner', 'Board member', 'America/Chicago'],
  ['distributor', 'heartland', 'Denise', 'Albrecht', 'Regional director', 'America/Chicago', { owner: 1 }],
  ['d_acct_mgr', 'heartland', 'Kofi', 'Mensah', 'Account manager', 'America/Chicago'],
  ['vendor', 'northfork', 'Gail', 'Stromberg', 'Owner', 'America/New_York', { owner: 1 }],
  // The one who reads Spanish, which the README says.
  ['v_acct_mgr', 'northfork', 'Marisol', 'Vega', 'Account manager', 'America/New_York', { language: 'es' }],
]

/** One account of each login type. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = ROWS.map(
  ([login_type_id, company, first_name, last_name, job_title, user_time_zone, habits], index) => ({
    login_type_id,
    company,
    first_name,
    last_name,
    job_title,
    user_time_zone,
    phone_number: `+1308555${String(101 + index).padStart(4, '0')}`,
    language: habits?.language ?? 'en',
    owner: habits?.owner ?? 0,
  }),
)

/** The name with which the account of a login type signs in. */
export function demoUsername(loginType: LoginType): string {
  return `${loginType.replaceAll('_', '-')}@ullage.example`
}
