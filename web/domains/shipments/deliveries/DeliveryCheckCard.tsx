import { Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { DifferenceText } from './DifferenceText.tsx'
import type { OfCheck } from './ofCheck.ts'

/** A delivery check as a card: the place, the difference, and both figures. */
export function DeliveryCheckCard({ record, address }: OfCheck & { address: string }) {
  const { t } = useTranslation()
  const { units } = useFormat()
  const unit = units === 'imperial' ? 'gallons' : 'liters'
  const word = (name: string) => <FieldText resource={delivery_checks} name={name} record={record} />
  const labelled = (name: string) => (
    <bdi>
      {t(`records.delivery_checks.fields.${name}`)} {word(name)}
    </bdi>
  )
  return (
    <Stack gap={2}>
      <Text component={Link} to={address} data-is-whole fw={600} lh={1.3} lineClamp={2} dir="auto">
        {nameOfReference(record, 'device_id')?.name ?? String(record.shipment_title)}
      </Text>
      <DifferenceText record={record} size="sm" fw={600} data-figures />
      <Group gap="0 var(--mantine-spacing-sm)" fz="sm" c="dimmed" lh={1.45}>
        {labelled(`ticket_${unit}`)}
        {labelled(`rise_${unit}`)}
        {Number(record[`bias_${unit}`]) !== 0 && labelled(`bias_${unit}`)}
      </Group>
      <Group gap={4} fz="xs" c="dimmed">
        {String(record.shipment_title ?? '')} · {word('delivered_at')}
      </Group>
    </Stack>
  )
}
