import { Paper, Text } from '@mantine/core'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** The shipping paper of a round, stored on the phone for offline use. */
export function ShippingPaper({ round: { shipping_paper } }: { round: DriverRound }) {
  const { t } = useTranslation()
  const { units, apart } = useFormat()
  const { language } = useLanguage()
  // A day stored by an older client has none.
  if (!shipping_paper) return null
  const { emergency_phone, lines } = shipping_paper
  return (
    <Paper component="details" withBorder p="md" mt="sm">
      <Text component="summary" fw={700} size="lg">
        {t('shipments.on_truck.paper')}
      </Text>
      {lines.map(({ compartment, goods, liters }) => (
        <Text key={compartment} mt="xs">
          {t('shipments.compartment', { number: compartment })}: <b>{goods}</b> ·{' '}
          {apart(litresText(liters, units, language))}
        </Text>
      ))}
      {emergency_phone && (
        <Text mt="xs" fw={700}>
          <a href={`tel:${emergency_phone}`}>
            {t('shipments.on_truck.emergency', { phone: emergency_phone })}
          </a>
        </Text>
      )}
    </Paper>
  )
}
