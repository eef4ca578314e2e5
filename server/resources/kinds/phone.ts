import type { PhoneField } from '#core/resources/kinds/phone.ts'
import type { ServerKind } from './serverKind.ts'

export const phone: ServerKind<PhoneField> = {
  column: ({ max }) => `varchar(${max})`,
  text: String,
}
