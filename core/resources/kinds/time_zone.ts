import { isKnownTimeZone } from '#core/platform/timeZones.ts'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

export interface TimeZoneField extends TextLength {
  kind: 'time_zone'
}

export const time_zone: CoreKind<TimeZoneField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isKnownTimeZone, { error: 'time_zone' }),
}
