import { weekdayNames } from '#core/platform/time/weekdayNames.ts'
import { weekWindowsText } from '#core/platform/time/weekWindows.ts'
import type { ListFields } from '#core/resources/kinds/listKinds.ts'
import { formatTimeOfDay } from '#web/platform/format/formatTimeOfDay.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { listText } from './listText.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

/** Shared by all kinds of list. */
const anyList = {
  Cell: PlainCell,
  Change: ListChange,
  hasNoColumn: true,
  isWide: () => true,
} as const

function ListChange({ value }: { value: unknown }) {
  return <span>{listText(value)}</span>
}

export const listKinds: { [K in keyof ListFields]: WebKind<ListFields[K]> } = {
  name_list: anyList,
  choices: anyList,
  references: anyList,
  rows: anyList,
  week_windows: {
    Cell: ({ value }) => <PlainCell value={useWindowsText()(value)} />,
    Change: WindowsChange,
    isWide: () => true,
  },
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
      ? weekWindowsText(value, weekdayNames(language, 'short'), (time) => formatTimeOfDay(time, language))
      : t('resources.windows.any_time')
}
