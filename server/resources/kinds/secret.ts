import type { SecretField } from '#core/resources/kinds/secret.ts'
import type { ServerKind } from './serverKind.ts'

export const secret: ServerKind<SecretField> = {
  column: () => 'varchar(255)',
  text: () => '',
}
