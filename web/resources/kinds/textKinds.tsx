import { ColorSwatch } from '@mantine/core'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import type { TextField, TextFields, WordListField } from '#core/resources/kinds/textKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

/** The color itself instead of its code. */
function ColorCell({ value }: { value: unknown }) {
  return <ColorSwatch color={String(value)} size={16} role="img" aria-label={String(value)} />
}

function WordListCell({ resource, name, value }: CellProps<WordListField>) {
  const { t } = useTranslation()
  return (
    <>
      {String(value)
        .split('|')
        .map((item) => t(`records.${resource.name}.suggestions.${name}.${item}`, item))
        .join(', ')}
    </>
  )
}

export const textKinds: { [K in keyof TextFields]: WebKind<TextFields[K]> } = {
  text: {
    Cell: PlainCell,
  },
  long_text: {
    Cell: PlainCell,
    isWide: () => true,
  },
  word_list: {
    Cell: WordListCell,
    isWide: () => true,
  },
  secret: {
    Cell: PlainCell,
    Change: SecretChange,
  },
}

/** The formats of a text that look unlike other texts. */
export const textFormats: { [K in TextFormat]?: WebKind<TextField> } = {
  color: {
    Cell: ColorCell,
  },
  rich_text: {
    Cell: PlainCell,
    isWide: () => true,
  },
}

function SecretChange() {
  const { t } = useTranslation()
  return <span>{t('resources.secret')}</span>
}
