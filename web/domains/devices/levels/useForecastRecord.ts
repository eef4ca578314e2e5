import { useQuery } from '@tanstack/react-query'
import type { readTankAccuracy } from '#core/domains/telemetry/calls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Scored forecasts needed for a statement. */
const MIN_FORECASTS = 3

/**
 * The accuracy of a tank's last forecasts in a sentence: of those two weeks ahead if there are enough, otherwise of the most
 * frequent distance. Null until enough have been scored.
 */
export function useForecastRecord(device_id: number, port_number: number): string | null {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: ['devices', 'forecast_accuracy', device_id, port_number],
    queryFn: reading<typeof readTankAccuracy>('/devices/:device_id/forecast_accuracy/:port_number', {
      params: { device_id, port_number },
    }),
  })
  const scored = (data?.accuracy.distances ?? []).filter(({ forecasts }) => forecasts >= MIN_FORECASTS)
  const best =
    scored.find(({ distance }) => distance === 'two_weeks') ??
    scored.toSorted((one, other) => other.forecasts - one.forecasts)[0]
  if (!best) return null
  const { distance, forecasts, median_error, inside } = best
  return t(`devices.forecast_record.${distance}`, {
    count: forecasts,
    days: number(median_error ?? 0, 1),
    inside: number((inside ?? 0) * forecasts, 0),
  })
}
