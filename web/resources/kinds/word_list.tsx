import { useTranslation } from 'react-i18next'
import type { WordListField } from '#core/resources/kinds/word_list.ts'
import type { CellProps, WebKind } from './webKind.ts'

export const word_list: WebKind<WordListField> = {
  Cell: WordListCell,
  isWide: () => true,
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
