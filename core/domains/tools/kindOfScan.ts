import { badgeKindOf } from '#core/domains/access/badges.ts'
import { kindOfData, type ScanKind } from '#core/resources/scan.ts'

/** The kind that a scanned text is of, where any may come; a text that is no data is the number of a part. */
export function kindOfScan(text: string): ScanKind {
  return kindOfData(text) ?? (badgeKindOf(text) === 'qr' ? 'user_qr_code' : 'part_number')
}
