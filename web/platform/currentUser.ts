import type { LoginType, UserType } from '#core/platform/loginTypes.ts'
import type { ThemeName } from '#core/platform/themes.ts'

export interface Account {
  company_id: number
  company: string
  login_type_id: LoginType
  permissions: string[]
}

export interface CurrentUser {
  user_id: number
  people_id: number
  slug: string
  username: string
  first_name: string
  last_name: string
  combined_name: string
  job_title: string | null
  photo_thumb: string | null
  login_type_id: LoginType
  user_type: UserType
  company_id: number
  company: string
  permissions: string[]
  /** The login types that he may hand out. */
  may_give?: LoginType[]
  accounts: Account[]
  user_time_zone: string
  unit_of_measure: 1 | 2
  language: string
  theme: ThemeName
  default_route: string | null
  dashboard_layout: unknown
  is_developer: boolean
  impersonated_by: null | { username: string; combined_name: string }
  can_save: boolean
  /** A second factor is required and not set up yet: nothing else can be done. */
  must_enrol: boolean
}

/** Where this browser keeps who is signed in, for the time until the server has told it anew. */
export const USER_STORAGE_KEY = 'ullage.user'

export function storedUser(): CurrentUser | null {
  try {
    return JSON.parse(localStorage.getItem(USER_STORAGE_KEY) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}
