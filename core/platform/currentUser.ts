import { z } from 'zod'
import { ALL_LOGIN_TYPES } from './loginTypes.ts'
import { THEMES } from './themes.ts'

const LoginType = () => z.enum(ALL_LOGIN_TYPES)

const Account = () =>
  z.object({
    company_id: z.int(),
    company: z.string(),
    login_type_id: LoginType(),
    permissions: z.array(z.string()),
  })

/** The signed-in user in a response: name, rights, accounts and preferences. */
export const CurrentUserResponse = () =>
  z.object({
    user_id: z.int(),
    people_id: z.int().nullable(),
    slug: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    combined_name: z.string(),
    job_title: z.string().nullable(),
    photo_thumb: z.string().nullable(),
    login_type_id: LoginType(),
    user_type: z.enum(['employee', 'distributor', 'customer']),
    company_id: z.int(),
    company: z.string(),
    permissions: z.array(z.string()),
    may_give: z.array(LoginType()).optional().describe('Login types that the user may assign.'),
    accounts: z.array(Account()),
    user_time_zone: z.string(),
    company_time_zone: z.string().optional().describe('Time zone of the user’s company.'),
    unit_of_measure: z.union([z.literal(1), z.literal(2)]),
    language: z.string(),
    theme: z.enum(THEMES),
    default_route: z.string().nullable(),
    dashboard_layout: z.unknown(),
    is_developer: z.boolean(),
    impersonated_by: z.object({ username: z.string(), combined_name: z.string() }).nullable(),
    can_save: z.boolean(),
    only_buys: z
      .literal(true)
      .optional()
      .describe('No company in the user’s reach sells: whatever their login type, they only order.'),
    must_enrol: z
      .boolean()
      .describe('A second factor is required but not set up: all other calls are refused.'),
    confirmed_until: z.iso
      .datetime()
      .optional()
      .describe(
        'With single sign-on: until when it confirms changes of the own sign-in. Otherwise `current_password` does.',
      ),
  })

export type CurrentUser = z.output<ReturnType<typeof CurrentUserResponse>>
