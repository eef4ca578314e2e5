import { ColorSwatch, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TextField } from '#core/resources/kinds/text.ts'
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const text: WebKind<TextField> = {
  Cell: TextCell,
  isWide: ({ multiline, format }) => Boolean(multiline || format === 'rich' || format === 'piped'),
}

function TextCell({ resource, name, field, value }: CellProps<TextField>) {
  const { t } = useTranslation()
  if (field.format === 'piped')
    return (
      <>
        {String(value)
          .split('|')
          .map((item) => t(`records.${resource.name}.suggestions.${name}.${item}`, item))
          .join(', ')}
      </>
    )
  return field.format === 'color' ? (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={String(value)} size={16} aria-hidden />
      {String(value)}
    </Group>
  ) : (
    <PlainCell value={value} />
  )
}
