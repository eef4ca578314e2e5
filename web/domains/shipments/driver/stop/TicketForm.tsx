import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { isOffPlan } from '#core/domains/shipments/checkLoad.ts'
import type { DriverLoad, DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { DIFFERENCE_REASONS, type DifferenceReason } from '#core/domains/shipments/driver/driverEvents.ts'
import { meterStart } from '#core/domains/shipments/driver/meterStart.ts'
import { onTruckAfter, pouredSince } from '#core/domains/shipments/driver/onTruckAfter.ts'
import { LEEWAY } from '#core/domains/shipments/onTruck/checkLift.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import styles from '../MyDay.module.css'
import { nextNumber, ticketsOf } from '../useDriverDay.ts'
import { useLoadText } from '../useLoadText.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './stepProps.ts'

const PLAIN = /^\d{1,9}(\.\d{1,3})?$/

/** The input for a delivery: the two figures of a meter, or the gross of a ticket printed by a totaliser. */
export interface Measured {
  start: string
  end: string
  gross: string
  degrees: string
}
export const NOTHING_MEASURED: Measured = { start: '', end: '', gross: '', degrees: '' }

/** The values derived from it: gross, net if computable, and the missing fields. */
export function useMeasured(load: DriverLoad, { start, end, gross, degrees }: Measured) {
  const { units } = useFormat()
  const isMeter = PLAIN.test(start) && PLAIN.test(end)
  const difference = isMeter ? Number(end) - Number(start) : Number.NaN
  const quantity = isMeter ? difference.toFixed(3) : PLAIN.test(gross) ? gross : null
  const typed = degrees === '' ? null : Number(degrees)
  const celsius =
    typed === null || Number.isNaN(typed) ? null : units === 'imperial' ? fahrenheitToCelsius(typed) : typed
  const { product_group: group, specific_gravity: specificGravity } = load
  const reference = REFERENCE_CELSIUS[load.unit_code === 'gal' ? 'imperial' : 'metric']
  const isWhole = quantity !== null && Number(quantity) > 0
  return {
    quantity: isWhole ? quantity : null,
    net: isWhole ? netVolume(Number(quantity), { group, specificGravity, celsius }, reference) : null,
    celsius: celsius === null ? null : Math.round(celsius * 100) / 100,
    meter_start: isMeter ? start : null,
    meter_end: isMeter ? end : null,
    isBackwards: isMeter && difference < 0,
  }
}

interface MeasuredInputsProps {
  load: DriverLoad
  measured: Measured
  onChange: (measured: Measured) => void
}

/** The inputs of a ticket, with the resulting gross and net. */
export function MeasuredInputs({ load, measured, onChange }: MeasuredInputsProps) {
  const { t } = useTranslation()
  const { units } = useFormat()
  const { language } = useLanguage()
  const { quantity, net, isBackwards } = useMeasured(load, measured)
  const text = (figure: string) => quantityText(figure, load.unit_title, language, 1)
  const input = (name: keyof Measured, label: string, error?: string) => (
    <NumberField
      size="lg"
      label={label}
      value={measured[name]}
      error={error}
      onChange={(typed) => onChange({ ...measured, [name]: typed })}
    />
  )
  const isMeter = measured.end !== ''
  const backwards = isBackwards ? t('shipments.driver.backwards') : undefined
  return (
    <>
      <Group grow align="flex-start">
        {input('start', t('shipments.driver.meter_start'))}
        {input('end', t('shipments.driver.meter_end'), backwards)}
      </Group>
      {!isMeter && input('gross', t('shipments.driver.gross_of_ticket', { unit: load.unit_title }))}
      {input('degrees', t('shipments.driver.temperature', { unit: units === 'imperial' ? '°F' : '°C' }))}
      <div aria-live="polite">
        <Text className={styles.figure}>
          {t('shipments.driver.gross')} {quantity === null ? '—' : text(quantity)}
        </Text>
        <Text>
          {net === null
            ? t('shipments.driver.no_net')
            : t('shipments.driver.net', { net: text(net.toFixed(3)) })}
        </Text>
      </div>
    </>
  )
}

/** L of a load's product on board in all compartments, by this phone's data; null if a lift was not recorded. */
function onBoardOf(
  { product_id, compartment }: DriverLoad,
  { on_truck, shipment_id }: DriverRound,
  { events, stops }: StepProps['phone'],
): number | null {
  if (!on_truck) return null
  const roundEvents = events.filter(({ event }) => event.shipment_id === shipment_id)
  const own = stops.filter(({ round }) => round.shipment_id === shipment_id)
  const mine = onTruckAfter(on_truck, roundEvents, pouredSince(on_truck.units, own)).compartments.filter(
    (item) => item.product_id === product_id || item.compartment === compartment,
  )
  if (mine.length === 0 || mine.some(({ on_board_liters }) => on_board_liters === null)) return null
  const ofProduct = mine.filter((item) => item.product_id === product_id)
  return ofProduct.reduce((sum, { on_board_liters }) => sum + (on_board_liters ?? 0), 0)
}

/** A delivery: the metered quantity, and a reason if it differs from the plan. */
export function TicketForm(props: StepProps) {
  const { load, stop } = props
  const { t } = useTranslation()
  const loadText = useLoadText()
  const { measured, setMeasured, reason, setReason, ...ticket } = useTicket(props)
  const { number, onBoard, isBeyond, isOverfull, isOff, isWhole, write } = ticket
  const label = t('shipments.driver.write_ticket', { number })
  const before = stop.state.loads[load.shipment_detail_id]?.before
  const room = [
    onBoard !== null && t('shipments.driver.on_board', { quantity: loadText.litres(Math.floor(onBoard)) }),
    loadText.room(load),
  ]
  return (
    <StepForm label={label} isWhole={isWhole} isTypedFirst onDone={write}>
      <Text fw={700}>
        {t('shipments.driver.deliver', { product: load.product_title, quantity: loadText.quantity(load) })}
      </Text>
      {before != null && load.percent !== null && load.percent > before + 1 && (
        <Text>{t('shipments.driver.rises', { before, level: loadText.level(load) })}</Text>
      )}
      <Text>{room.filter(Boolean).join(' · ')}</Text>
      <MeasuredInputs load={load} measured={measured} onChange={setMeasured} />
      {isBeyond && (
        <Text c="urgent" role="alert">
          {t('shipments.driver.beyond_on_board')}
        </Text>
      )}
      {isOverfull && (
        <Text c="urgent" role="alert">
          {t('shipments.driver.beyond_room')}
        </Text>
      )}
      {isOff && (
        <Select
          size="lg"
          label={t('shipments.driver.why_different')}
          withAsterisk
          value={reason}
          data={DIFFERENCE_REASONS.map((value) => ({ value, label: t(`messages.ticket_reason_${value}`) }))}
          onChange={setReason}
        />
      )}
      {number === null && <Text c="urgent">{t('shipments.driver.no_numbers')}</Text>}
    </StepForm>
  )
}

/** Measurements of a delivery, its difference from the plan, and its ticket. */
function useTicket({ load, stop: { round }, phone, record }: StepProps) {
  const [measured, setMeasured] = useState(() => ({
    ...NOTHING_MEASURED,
    start: meterStart(ticketsOf(phone.stops, round.shipment_id, load.product_id)) ?? '',
  }))
  const [reason, setReason] = useState<DifferenceReason | null>(null)
  const { quantity, celsius, meter_start, meter_end } = useMeasured(load, measured)
  const number = phone.day ? nextNumber(phone.day, phone.stops, phone.events, round.company_id) : null
  const { delivery_tolerance = null } = round
  const onBoard = onBoardOf(load, round, phone)
  const litres = (Number(quantity) * load.quantity_liters) / load.quantity
  // More than is on board was loaded without a ticket, or came out of another compartment.
  const isBeyond = onBoard !== null && litres > onBoard * LEEWAY
  const isOverfull = load.room_liters !== null && litres > load.room_liters * LEEWAY
  const isOff =
    quantity !== null && (isBeyond || isOffPlan(Number(quantity), load.quantity, delivery_tolerance))
  const { shipment_detail_id, unit_id } = load
  const write = () => {
    if (number === null || quantity === null) return
    void record([
      'delivered',
      {
        ...{ shipment_detail_id, unit_id, number, quantity, celsius },
        ...{ meter_start, meter_end, reason: isOff ? reason : null },
      },
    ])
  }
  return {
    ...{ measured, setMeasured, reason, setReason, number, onBoard, isBeyond, isOverfull, isOff, write },
    isWhole: quantity !== null && number !== null && (!isOff || reason !== null),
  }
}
