import type { TimeZoneField } from '#core/resources/kinds/time_zone.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const time_zone: ServerKind<TimeZoneField> = {
  ...anyText,
  rules: () => 'time_zone',
}
