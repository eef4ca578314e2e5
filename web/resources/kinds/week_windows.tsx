import { useTranslation } from 'react-i18next'
import { weekdayNames } from '#core/platform/weekdayNames.ts'
import { type WeekWindow, weekWindowsText } from '#core/platform/weekWindows.ts'
import type { WeekWindowsField } from '#core/resources/kinds/week_windows.ts'
import { formatTimeOfDay } from '#web/platform/formatTimeOfDay.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

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
