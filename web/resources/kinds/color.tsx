import { ColorSwatch, Group } from '@mantine/core'
import type { ColorField } from '#core/resources/kinds/color.ts'
import type { WebKind } from './webKind.ts'

export const color: WebKind<ColorField> = {
  Cell: ColorCell,
}

function ColorCell({ value }: { value: unknown }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={String(value)} size={16} aria-hidden />
      {String(value)}
    </Group>
  )
}
