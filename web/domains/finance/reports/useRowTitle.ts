import type { ReportGroup } from '#core/domains/finance/reports.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ReportRow } from './useReport.ts'

/** The names of rows, also of the one that counts what has no group. */
export function useRowTitle(by: ReportGroup) {
  const { t } = useTranslation()
  return ({ key, title }: ReportRow) => title ?? (key === 'none' ? t(`records.reports.without.${by}`) : key)
}
