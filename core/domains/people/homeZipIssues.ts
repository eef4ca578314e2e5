import { HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Issue } from '#core/platform/issue.ts'

/** In the United States a ZIP code has five digits; elsewhere it is not checked. */
export function homeZipIssues(
  field: string,
  country_id: number | null,
  zip_code: string | null | undefined,
): Issue[] {
  if (country_id !== HOME_COUNTRY || !zip_code || /^\d{5}$/.test(zip_code)) return []
  return [zip_code.length > 5 ? { field, rule: 'too_long', params: { max: 5 } } : { field, rule: 'zip' }]
}
