import type { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

export interface OfCheck {
  record: ShownRecord<typeof delivery_checks>
}
