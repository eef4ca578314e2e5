import { Select, Stack, Text, TextInput, Title } from '@mantine/core'
import {
  TRUCK_DIFFERENCE_REASONS,
  type TruckDifferenceReason,
} from '#core/domains/shipments/onTruck/balanceOf.ts'
import type { TruckCompartment } from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
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

/** Returned quantity and content still on board, per compartment, with the reason of a difference. */
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
        {compartments.map((compartment, index) => (
          <End
            key={compartment.compartment}
            {...{ compartment, volumes }}
            delivered={deliveredOf(compartment.compartment)}
            end={ends[compartment.compartment] ?? EMPTY_END}
            errorOf={(name) => errorOf(index, name)}
            onChange={(end) => onChange(compartment.compartment, end)}
          />
        ))}
      </Stack>
    </section>
  )
}

interface EndProps {
  compartment: TruckCompartment
  volumes: VolumeUnits
  /** L. */
  delivered: number
  end: CompartmentEnd
  errorOf: (name: string) => string | undefined
  onChange: (end: CompartmentEnd) => void
}

function End({ compartment, volumes, delivered, end, errorOf, onChange }: EndProps) {
  const { t } = useTranslation()
  const { compartment: number, carried_liters, loaded_liters, product_title } = compartment
  const change = (changes: Partial<CompartmentEnd>) => onChange({ ...end, ...changes })
  const isKnown = loaded_liters !== null || carried_liters > 0
  const returned_liters = (Number(end.returned) || 0) * volumes.size
  const expected = carried_liters + (loaded_liters ?? 0) - delivered - returned_liters
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('shipments.compartment', { number })}
        {product_title && (
          <>
            {' · '}
            <bdi>{product_title}</bdi>
          </>
        )}
      </Text>
      <div className={styles.line}>
        <NumberField
          label={t('shipments.on_truck.returned_from', { number })}
          rightSection={<Text size="xs">{volumes.unit}</Text>}
          value={end.returned}
          error={errorOf('returned')}
          onChange={(returned) => change({ returned })}
        />
        <NumberField
          label={t('shipments.on_truck.found_in', { number })}
          rightSection={<Text size="xs">{volumes.unit}</Text>}
          description={isKnown && t('shipments.on_truck.should_be', { quantity: volumes.text(expected) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={end.found}
          error={errorOf('found')}
          onChange={(found) => change({ found })}
        />
      </div>
      <Difference {...{ number, end, errorOf }} onChange={change} />
    </div>
  )
}

interface DifferenceProps extends Pick<EndProps, 'end' | 'errorOf'> {
  number: number
  onChange: (changes: Partial<CompartmentEnd>) => void
}

/** The reason of a difference, once it is required. */
function Difference({ number, end, errorOf, onChange }: DifferenceProps) {
  const { t } = useTranslation()
  const error = errorOf('reason')
  if (error === undefined && end.reason === null) return null
  return (
    <div className={styles.line}>
      <Select
        clearable
        label={t('shipments.on_truck.reason', { number })}
        data={TRUCK_DIFFERENCE_REASONS.map((value) => ({
          value,
          label: t(`shipments.on_truck.reasons.${value}`),
        }))}
        value={end.reason}
        error={error}
        onChange={(reason) => onChange({ reason })}
      />
      <TextInput
        label={t('shipments.on_truck.note')}
        maxLength={255}
        value={end.note}
        error={errorOf('note')}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  )
}
