import type { TimeZoneField } from '#core/resources/kinds/time_zone.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const time_zone: WebKind<TimeZoneField> = {
  Cell: PlainCell,
}
