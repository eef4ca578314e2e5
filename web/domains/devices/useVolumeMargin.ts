import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MarginPart } from '#core/domains/telemetry/volumeMargin.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/useFormat.ts'

interface Margin {
  unit: 'L' | 'gal'
  margin: number | null
  parts: { part: MarginPart; margin: number }[]
}

/**
 * How far the volume of a tank may be off, in words with its parts; nothing where none is measured.
 * @param readingAt another reading is read anew
 */
export function useVolumeMargin(device_id: number, port_number: number, readingAt: string | null) {
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  const { data } = useQuery({
    queryKey: ['devices', 'volume_margin', device_id, port_number, readingAt],
    queryFn: ({ signal }) =>
      call<Margin>('GET', `/devices/${device_id}/volume_margin/${port_number}`, undefined, { signal }),
  })
  if (!data || data.margin === null) return null
  const parts = data.parts.map(({ part, margin }) =>
    t(`devices.margin.${part}`, { margin: number(margin, 0) }),
  )
  return `±\u00a0${quantity(data.margin, data.unit, 0)} (${parts.join(', ')})`
}
