import type { ImageField } from '#core/resources/kinds/image.ts'
import type { ServerKind } from './serverKind.ts'

export const image: ServerKind<ImageField> = {
  column: () => 'bigint',
  hasNoCell: true,
  text: String,
}
