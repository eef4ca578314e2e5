import type { ReportGroup } from '#core/domains/finance/reports.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ReportRow } from './useReport.ts'

/** The names of rows, including the row of records without a group. */
export function useRowTitle(by: ReportGroup) {
  const { t } = useTranslation()
  return ({ key, title }: ReportRow) => title ?? (key === 'none' ? t(`records.reports.without.${by}`) : key)
}
