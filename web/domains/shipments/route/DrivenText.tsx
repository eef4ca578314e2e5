import { Alert, Stack, Text } from '@mantine/core'
import type { Driven } from '#core/domains/shipments/drivenRound.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { AdviceText } from '#web/ui/AdviceText.tsx'

/** The distance and hours of a round: "48 mi · 8:00 AM to 1:30 PM (5 hr 30 min)". */
export function DrivenText({
  driven,
  label,
  ends,
  isStrong = false,
}: {
  driven: Driven
  /** Its actual departure and end, as far as known. */
  ends?: Pick<ShipmentRecord, 'left_at' | 'delivered_at'>
  label?: string
  isStrong?: boolean
}) {
  const { t } = useTranslation()
  const { way, length, clock } = useTravelText()
  const { time_zone, meters } = driven
  const departs_at = String(ends?.left_at ?? driven.departs_at)
  const ends_at = String(ends?.delivered_at ?? driven.ends_at)
  const distance = way(meters)
  const text = [
    // The driven distance is not measured.
    ends?.delivered_at ? t('shipments.route.planned_distance', { distance }) : distance,
    t('shipments.route.hours', {
      from: clock(departs_at, time_zone),
      to: clock(ends_at, time_zone),
      length: length((Date.parse(ends_at) - Date.parse(departs_at)) / 1000),
    }),
  ].join(' · ')
  return (
    <Text size="sm" fw={isStrong ? 600 : undefined} data-figures>
      {label ? `${label}: ${text}` : text}
    </Text>
  )
}

/** Issues with the times of a round, each with the nearest allowed value. */
export function RouteIssues({
  issues,
  nameOf,
}: {
  issues: Driven['issues']
  nameOf: (stop_id: number | null) => string
}) {
  const { t } = useTranslation()
  if (issues.length === 0) return null
  return (
    <Alert color="mild" p="xs" title={t('shipments.unwise')}>
      <Stack gap={4}>
        {issues.map(({ rule, stop_id, message, advice }) => (
          <AdviceText
            key={`${rule} ${stop_id} ${message}`}
            size="sm"
            about={stop_id === null ? undefined : nameOf(stop_id)}
            message={message}
            advice={advice}
          />
        ))}
      </Stack>
    </Alert>
  )
}
