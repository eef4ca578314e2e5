import type { alerts } from '#core/domains/alerts/alerts.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { RecordOf } from '#core/resources/definition.ts'

/** An alert of a list: with its device, its company, and the present state of its tank. */
export type AlertRow = RecordOf<typeof alerts> & {
  device_title: string | null
  device_label: string | null
  company_title: string | null
  /** Who acknowledged it, by first and last name. */
  acknowledged_by_name?: string | null
  /** Hours between two uploads of its device. */
  upload_interval?: number
  product: string | null
  tank?: PortSummary | null
}
