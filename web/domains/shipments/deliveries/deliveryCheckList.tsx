import { Group, Stack, Text } from '@mantine/core'
import { lazy } from 'react'
import { Link } from 'react-router'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { CustomColumn, ListKind } from '#web/resources/list/listKind.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { DifferenceText } from './DifferenceText.tsx'

const metersToProve = lazy(() => import('../MetersToProve.tsx').then((m) => ({ default: m.MetersToProve })))

/** The list of delivery checks. Its difference already excludes the bias of the tank. */
export const deliveryCheckList: ListKind = {
  standard: delivery_checks.list.filter((name) => name !== 'truck_id' && !/^(margin|bias)_/.test(name)),
  Actions: metersToProve,
  columns: {
    device_id: {
      text: 'records.delivery_checks.fields.device_id',
      needs: ['device_id'],
      inFiles: ['device_id'],
      Cell: Tank,
    },
    difference_liters: beyondUsual('liters'),
    difference_gallons: beyondUsual('gallons'),
  },
  Card: DeliveryCheckCard,
  cardNeeds: [
    ...['shipment_id', 'device_id', 'product_id', 'delivered_at', 'state'],
    ...['ticket_liters', 'ticket_gallons', 'rise_liters', 'rise_gallons'],
    ...['bias_liters', 'bias_gallons', 'difference_liters', 'difference_gallons'],
  ],
}

interface OfCheck {
  record: ShownRecord<typeof delivery_checks>
}

/** The difference with the usual one below it, so that it follows from the figures of its row. */
function beyondUsual(suffix: 'liters' | 'gallons'): CustomColumn {
  const name = `difference_${suffix}` as const
  const [ticket, rise] = [`ticket_${suffix}`, `rise_${suffix}`] as const
  function Beyond({ record }: OfCheck) {
    const { t } = useTranslation()
    const { quantity } = useFormat()
    const figures = [record[rise], record[ticket], record[name]].map(Number)
    const [rose = 0, told = 0, beyond = 0] = figures
    const usual = record[name] == null ? 0 : Math.round((rose - told - beyond) * 10) / 10
    return (
      <>
        <FieldText resource={delivery_checks} name={name} record={record} />
        {usual !== 0 && (
          <Text size="xs" c="dimmed">
            {`${t(`records.delivery_checks.fields.bias_${suffix}`)} ${quantity(usual, suffix === 'liters' ? 'L' : 'gal', 1)}`}
          </Text>
        )}
      </>
    )
  }
  return {
    text: `records.delivery_checks.fields.${name}`,
    sort: name,
    isNumeric: true,
    needs: [name, ticket, rise],
    inFiles: [name],
    Cell: Beyond,
  }
}

/** The whole name of the tank. */
function Tank({ record }: OfCheck) {
  return (
    <Text span size="sm" lineClamp={2} dir="auto">
      {nameOfReference(record, 'device_id')?.name}
    </Text>
  )
}

/** A delivery check as a card: where, what is off, and both figures. */
function DeliveryCheckCard({ record, address }: OfCheck & { address: string }) {
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
