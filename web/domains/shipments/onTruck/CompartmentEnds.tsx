import { Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  TRUCK_DIFFERENCE_REASONS,
  type TruckDifferenceReason,
} from '#core/domains/shipments/onTruck/balanceOf.ts'
import type { TruckCompartment } from '#core/domains/shipments/onTruck/onTruckAnswer.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { VolumeUnits } from '../loading/useVolumeUnits.ts'
import styles from './OnTruck.module.css'

/** A compartment at the end of a round, as in the form. */
export interface CompartmentEnd {
  returned: string
  found: string
  reason: TruckDifferenceReason | null
  note: string
}

export const EMPTY_END: CompartmentEnd = { returned: '', found: '', reason: null, note: '' }

/** An end as the calls take it: what is empty was not reported. */
export function endBody({ returned, found, reason, note }: CompartmentEnd) {
  return {
    ...{ returned: returned.trim() || null, found: found.trim() || null },
    ...{ reason, note: note.trim() || null },
  }
}

interface CompartmentEndsProps {
  compartments: readonly TruckCompartment[]
  volumes: VolumeUnits
  /** Litres delivered out of a compartment by the form. */
  deliveredOf: (compartment: number) => number
  ends: Readonly<Record<number, CompartmentEnd>>
  errorOf: (index: number, name: string) => string | undefined
  onChange: (compartment: number, end: CompartmentEnd) => void
}

/** What was returned and what is still on board, per compartment, with the reason of a difference. */
export function CompartmentEnds({
  compartments,
  volumes,
  deliveredOf,
  ends,
  errorOf,
  onChange,
}: CompartmentEndsProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="left-on-truck">
      <Title order={3} size="h5" id="left-on-truck">
        {t('shipments.on_truck.ending')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t('shipments.on_truck.ending_hint')}
      </Text>
      <Stack gap="sm">
        {compartments.map(({ compartment, carried_liters, loaded_liters, product_title }, index) => {
          const end = ends[compartment] ?? EMPTY_END
          const change = (some: Partial<CompartmentEnd>) => onChange(compartment, { ...end, ...some })
          const error = errorOf(index, 'reason')
          const isKnown = loaded_liters !== null || carried_liters > 0
          const book =
            carried_liters +
            (loaded_liters ?? 0) -
            deliveredOf(compartment) -
            (Number(end.returned) || 0) * volumes.size
          return (
            <div key={compartment}>
              <Text size="sm" fw={600}>
                {t('shipments.compartment', { number: compartment })}
                {product_title && (
                  <>
                    {' · '}
                    <bdi>{product_title}</bdi>
                  </>
                )}
              </Text>
              <div className={styles.line}>
                <NumberField
                  label={t('shipments.on_truck.returned_from', { number: compartment })}
                  rightSection={<Text size="xs">{volumes.unit}</Text>}
                  value={end.returned}
                  error={errorOf(index, 'returned')}
                  onChange={(returned) => change({ returned })}
                />
                <NumberField
                  label={t('shipments.on_truck.found_in', { number: compartment })}
                  rightSection={<Text size="xs">{volumes.unit}</Text>}
                  description={
                    isKnown ? t('shipments.on_truck.should_be', { quantity: volumes.text(book) }) : undefined
                  }
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  value={end.found}
                  error={errorOf(index, 'found')}
                  onChange={(found) => change({ found })}
                />
              </div>
              {(error !== undefined || end.reason !== null) && (
                <div className={styles.line}>
                  <Select
                    clearable
                    label={t('shipments.on_truck.reason', { number: compartment })}
                    data={TRUCK_DIFFERENCE_REASONS.map((value) => ({
                      value,
                      label: t(`shipments.on_truck.reasons.${value}`),
                    }))}
                    value={end.reason}
                    error={error}
                    onChange={(value) => change({ reason: value })}
                  />
                  <TextInput
                    label={t('shipments.on_truck.note')}
                    maxLength={255}
                    value={end.note}
                    error={errorOf(index, 'note')}
                    onChange={(event) => change({ note: event.currentTarget.value })}
                  />
                </div>
              )}
            </div>
          )
        })}
      </Stack>
    </section>
  )
}
