import { badgeKindOf } from '#core/domains/access/badges.ts'
import { kindOfData, type ScanKind } from '#core/resources/scan.ts'

/** The kind of a scanned text if any is expected; a text without data is a part number. */
export function kindOfScan(text: string): ScanKind {
  return kindOfData(text) ?? (badgeKindOf(text) === 'qr' ? 'user_qr_code' : 'part_number')
}
