import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Marks a figure of a tank if it is an estimate. */
export function useEstimateFormat({
  level_source,
}: Pick<PortSummary, 'level_source'>): (figure: string) => string {
  const { t } = useTranslation()
  return (figure) => (level_source === 'estimated' ? t('telemetry.estimate.about', { figure }) : figure)
}
