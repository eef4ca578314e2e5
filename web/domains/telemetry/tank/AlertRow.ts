import type { alerts } from '#core/domains/alerts/alerts.ts'
import type { RecordOf } from '#core/resources/definition.ts'

/** An alert as lists get it: with the name of its device, its company and what is in the tank. */
export interface AlertRow extends RecordOf<typeof alerts> {
  device_title: string | null
  device_label: string | null
  company_title: string | null
  acknowledged_by_title?: string | null
  product: string | null
}
