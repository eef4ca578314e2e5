import type { Change } from '#core/resources/kinds/listKinds.ts'

export interface AnyAuditEntry {
  at: string
  user_title: string | null
  on_behalf_of_title: string | null
  api_key_title: string | null
  company_title: string | null
  action: string
  resource: string
  record_id: number | null
  title: string | null
  changes: Change[]
}
