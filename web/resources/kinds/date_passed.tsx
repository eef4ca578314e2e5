import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DatePassedField } from '#core/resources/kinds/date_passed.ts'
import { FlagChange, yesOrNo } from './flag.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const date_passed: WebKind<DatePassedField> = {
  Cell: DatePassedCell,
  isState: true,
  Change: FlagChange,
  filterChoices: (_, t) => yesOrNo(t),
}

function DatePassedCell({ resource, name, value }: CellProps<DatePassedField>) {
  const { t } = useTranslation()
  const label = t(`records.${resource.name}.fields.${name}`)
  return value === 1 ? <Badge color="urgent">{label}</Badge> : null
}
