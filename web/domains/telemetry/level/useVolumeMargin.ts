import { useQuery } from '@tanstack/react-query'
import type { readVolumeMargin } from '#core/domains/telemetry/calls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/**
 * The volume margin of a tank as text, with its parts; undefined without a measurement.
 * @param readingAt a new reading reloads it
 * @param isEnabled whether the tooltip is open
 */
export function useVolumeMargin(
  device_id: number,
  port_number: number,
  readingAt: string | null,
  isEnabled = true,
) {
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  const { data } = useQuery({
    queryKey: ['devices', 'volume_margin', device_id, port_number, readingAt],
    queryFn: reading<typeof readVolumeMargin>('/devices/:device_id/volume_margin/:port_number', {
      params: { device_id, port_number },
    }),
    enabled: isEnabled,
  })
  if (!data || data.margin === null) return null
  const parts = data.parts.map(({ part, margin }) =>
    t(`telemetry.margin.${part}`, { margin: number(margin, 0) }),
  )
  return `±\u00a0${quantity(data.margin, data.unit, 0)} (${parts.join(', ')})`
}
