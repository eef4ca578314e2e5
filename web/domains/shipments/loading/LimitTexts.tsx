import type { LoadingReason } from '#core/domains/shipments/loading/loadingProgramme.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { VolumeUnits } from './useVolumeUnits.ts'

interface LimitTextsProps {
  limits: readonly { rule: LoadingReason; gain_liters: number }[]
  together: readonly LoadingReason[]
  volumes: VolumeUnits
}

/** The limits that leave goods behind, the most costly first; or the limits that do so only together. */
export function LimitTexts({ limits, together, volumes }: LimitTextsProps) {
  const { t } = useTranslation()
  if (limits.length === 0) {
    const names = together.map((rule) => t(`shipments.limit_name.${rule}`)).join(', ')
    return names === '' ? null : <span>{t('shipments.limit.several', { limits: names })}</span>
  }
  return limits.map(({ rule, gain_liters }, index) => (
    <span key={rule}>
      {index > 0 && ' '}
      {t(`shipments.limit.${rule}`, { quantity: volumes.text(gain_liters, 0) })}
    </span>
  ))
}
