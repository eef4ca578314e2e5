import { useTranslation } from 'react-i18next'
import { weekdayNames } from '#core/platform/weekdayNames.ts'
import { type WeekWindow, weekWindowsText } from '#core/platform/weekWindows.ts'
import type {
  ChangesField,
  ChoicesField,
  FormFieldsField,
  NameListField,
  OptionRowsField,
  ReferencesField,
  StrappingField,
  WeekWindowsField,
} from '#core/resources/kinds/listKinds.ts'
import { formatTimeOfDay } from '#web/platform/formatTimeOfDay.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { anyList } from './anyList.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const name_list: WebKind<NameListField> = anyList

export const choices: WebKind<ChoicesField> = anyList

export const references: WebKind<ReferencesField> = anyList

export const changes: WebKind<ChangesField> = anyList

export const form_fields: WebKind<FormFieldsField> = anyList

export const option_rows: WebKind<OptionRowsField> = anyList

export const strapping: WebKind<StrappingField> = anyList

export const week_windows: WebKind<WeekWindowsField> = {
  Cell: ({ value }) => <PlainCell value={useWindowsText()(value)} />,
  Change: WindowsChange,
  isWide: () => true,
}

function WindowsChange({ value }: { value: unknown }) {
  return <span>{useWindowsText()(value)}</span>
}

/** Windows in a line, with days and hours in the reader's format. */
function useWindowsText(): (value: unknown) => string {
  const { t } = useTranslation()
  const { language } = useFormat()
  return (value) =>
    Array.isArray(value) && value.length > 0
      ? weekWindowsText(value as WeekWindow[], weekdayNames(language, 'short'), (time) =>
          formatTimeOfDay(time, language),
        )
      : t('resources.windows.any_time')
}
