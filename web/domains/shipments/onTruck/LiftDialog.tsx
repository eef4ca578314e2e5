import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { correctLift, recordLift } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import type {
  LiftTicket,
  OnTruck,
  TruckCompartment,
} from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { celsiusToFahrenheit, fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { request } from '#web/platform/calls/request.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DecisionDialog } from '#web/resources/form/DecisionDialog.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useVolumeUnits } from '../loading/useVolumeUnits.ts'
import styles from './OnTruck.module.css'

interface LiftDialogProps {
  onTruck: OnTruck
  /** The lift ticket to correct; without it a new one is recorded. */
  corrected: LiftTicket | undefined
  onClose: () => void
}

interface Line {
  product_id: number | null
  gross: string
  net: string
}

/** From this many products on, the select is searchable. */
const SEARCHABLE_FROM = 10

/** Records a bill of lading: its number, and what went into each compartment. */
export function LiftDialog({ onTruck, corrected, onClose }: LiftDialogProps) {
  const { t } = useTranslation()
  const lift = useEnteredLift(onTruck, corrected)
  const title = corrected
    ? t('shipments.on_truck.correct_of', { number: corrected.number })
    : t('shipments.on_truck.record')
  return (
    <DecisionDialog title={title} isReady={lift.isReady} send={lift.send} onClose={onClose}>
      {(errorOf) => (
        <>
          {!corrected && (
            <Text size="sm" c="dimmed">
              {t('shipments.on_truck.lift_hint')}
            </Text>
          )}
          <PaperInputs {...{ onTruck, lift, errorOf }} />
          {lift.places.map((place) => (
            <LineInputs key={place.compartment} {...{ onTruck, corrected, lift, place, errorOf }} />
          ))}
          {corrected && (
            <TextInput
              withAsterisk
              label={t('shipments.on_truck.why')}
              maxLength={255}
              value={lift.paper.reason}
              error={errorOf('reason')}
              onChange={(event) => lift.change({ reason: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </DecisionDialog>
  )
}

/** The input of a bill of lading. */
interface Paper {
  number: string
  terminal_id: number | null
  supplier: string
  at: string
  degrees: string
  /** Why it is corrected. */
  reason: string
}

function firstPaper(corrected: LiftTicket | undefined, isImperial: boolean, timeZone: string): Paper {
  const celsius = corrected?.celsius ?? null
  const degrees =
    celsius === null ? '' : Math.round((isImperial ? celsiusToFahrenheit(celsius) : celsius) * 10) / 10
  return {
    number: corrected?.number ?? '',
    terminal_id: corrected?.terminal_id ?? null,
    supplier: corrected?.supplier ?? '',
    at: clockOf(corrected?.lifted_at ?? new Date().toISOString(), timeZone),
    degrees: String(degrees),
    reason: '',
  }
}

type EnteredLift = ReturnType<typeof useEnteredLift>

/** Input of a lift, whether it is complete, and its submission. */
function useEnteredLift(onTruck: OnTruck, corrected: LiftTicket | undefined) {
  const { units, timeZone } = useFormat()
  const volumes = useVolumeUnits()
  const isImperial = units === 'imperial'
  const [first] = useState(() => firstPaper(corrected, isImperial, timeZone))
  const [paper, setPaper] = useState(first)
  const [typed, setTyped] = useState<Readonly<Record<number, Partial<Line>>>>({})
  const isPlace = ({ compartment }: TruckCompartment) => !corrected || compartment === corrected.compartment
  const places = onTruck.compartments.filter(isPlace)
  const unit_id = corrected?.unit_id ?? volumes.own?.id
  const lineOf = ({ compartment, product_id }: TruckCompartment): Line => ({
    product_id: corrected?.product_id ?? product_id,
    gross: plain(corrected?.gross),
    net: plain(corrected?.net),
    ...typed[compartment],
  })
  const filled = places
    .map((place) => ({ compartment: place.compartment, ...lineOf(place) }))
    .filter(({ gross }) => gross.trim() !== '')
  const { number, degrees, at, reason } = paper
  const celsius = degrees.trim() === '' ? null : toCelsius(Number(degrees), isImperial)
  // A correction that does not change the time keeps its seconds.
  const lifted_at = () => (corrected && at === first.at ? corrected.lifted_at : fromZoned(at, timeZone))
  return {
    ...{ paper, places, filled, lineOf, isImperial },
    unit: corrected?.unit_title ?? volumes.unit,
    change: (changes: Partial<Paper>) => setPaper((before) => ({ ...before, ...changes })),
    changeLine: (compartment: number, some: Partial<Line>) =>
      setTyped((before) => ({ ...before, [compartment]: { ...before[compartment], ...some } })),
    send: () => sendLift(onTruck, corrected, { ...paper, unit_id, celsius, lifted_at: lifted_at() }, filled),
    isReady:
      unit_id !== undefined &&
      filled.length > 0 &&
      filled.every(({ product_id }) => product_id !== null) &&
      (celsius === null || Number.isFinite(celsius)) &&
      number.trim() !== '' &&
      at !== '' &&
      (!corrected || reason.trim() !== ''),
  }
}

type SentPaper = Pick<Paper, 'number' | 'terminal_id' | 'supplier' | 'reason'> & {
  unit_id: number | undefined
  celsius: number | null
  lifted_at: string
}

function sendLift(
  { shipment }: OnTruck,
  corrected: LiftTicket | undefined,
  { reason, number, terminal_id, supplier, unit_id, celsius, lifted_at }: SentPaper,
  filled: readonly (Line & { compartment: number })[],
) {
  const paper = { number, terminal_id, supplier, unit_id: Number(unit_id), celsius, lifted_at }
  const lines = filled.map(({ compartment, product_id, gross, net }) => ({
    ...{ compartment, product_id: Number(product_id), gross: gross.trim(), net: net.trim() || null },
  }))
  if (corrected) {
    return request<typeof correctLift>('POST', '/lift_tickets/:lift_ticket_id/correct', {
      params: { lift_ticket_id: corrected.lift_ticket_id },
      body: { ...paper, ...firstOf(lines), reason },
    })
  }
  return request<typeof recordLift>('POST', '/shipment_planner/:shipment_id/lifts', {
    params: { shipment_id: Number(shipment?.shipment_id) },
    body: { ...paper, lines },
  })
}

interface InputsProps {
  onTruck: OnTruck
  lift: EnteredLift
  errorOf: (field: string) => string | undefined
}

/** The number, origin, time and temperature of a lift. */
function PaperInputs({ onTruck, lift, errorOf }: InputsProps) {
  const { t } = useTranslation()
  const { paper, change } = lift
  return (
    <>
      <TextInput
        data-autofocus
        withAsterisk
        label={t('shipments.on_truck.number')}
        maxLength={40}
        value={paper.number}
        error={errorOf('number')}
        onChange={(event) => change({ number: event.currentTarget.value })}
      />
      <TerminalSelect {...{ onTruck, lift, errorOf }} />
      <TextInput
        label={t('shipments.on_truck.supplier')}
        maxLength={100}
        value={paper.supplier}
        error={errorOf('supplier')}
        onChange={(event) => change({ supplier: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('shipments.on_truck.lifted_at')}
        value={paper.at}
        error={errorOf('lifted_at')}
        onChange={(event) => change({ at: event.currentTarget.value })}
      />
      <NumberField
        label={t('shipments.on_truck.temperature', { unit: lift.isImperial ? '°F' : '°C' })}
        value={paper.degrees}
        error={errorOf('celsius')}
        onChange={(degrees) => change({ degrees })}
      />
    </>
  )
}

function TerminalSelect({ onTruck, lift: { paper, change }, errorOf }: InputsProps) {
  const { t } = useTranslation()
  if (onTruck.terminals.length === 0) return null
  return (
    <Select
      clearable
      label={t('shipments.on_truck.terminal')}
      data={onTruck.terminals.map(({ terminal_id: id, name }) => ({
        value: String(id),
        label: name,
      }))}
      value={paper.terminal_id === null ? null : String(paper.terminal_id)}
      error={errorOf('terminal_id')}
      onChange={(value) => change({ terminal_id: value === null ? null : Number(value) })}
    />
  )
}

interface LineInputsProps extends InputsProps {
  corrected: LiftTicket | undefined
  place: TruckCompartment
}

/** Quantity lifted into one compartment. */
function LineInputs({ onTruck, corrected, lift, place, errorOf }: LineInputsProps) {
  const { t } = useTranslation()
  const { compartment } = place
  const line = lift.lineOf(place)
  const at = lift.filled.findIndex((item) => item.compartment === compartment)
  const errorAt = (name: string) => errorOf(corrected ? name : `lines.${at}.${name}`)
  const change = (some: Partial<Line>) => lift.changeLine(compartment, some)
  return (
    <div className={styles.line}>
      <Select
        label={t('shipments.on_truck.product_in', { number: compartment })}
        allowDeselect={false}
        searchable={onTruck.products.length > SEARCHABLE_FROM}
        data={productsOf(onTruck, corrected)}
        value={line.product_id === null ? null : String(line.product_id)}
        error={errorAt('product_id') ?? errorAt('compartment')}
        onChange={(value) => change({ product_id: value === null ? null : Number(value) })}
      />
      <NumberField
        label={t('shipments.on_truck.gross_in', { number: compartment })}
        rightSection={<Text size="xs">{lift.unit}</Text>}
        description={corrected ? t('shipments.on_truck.zero_hint') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={line.gross}
        error={errorAt('gross')}
        onChange={(gross) => change({ gross })}
      />
      <NumberField
        label={t('shipments.on_truck.net_in', { number: compartment })}
        rightSection={<Text size="xs">{lift.unit}</Text>}
        description={t('shipments.on_truck.net_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={line.net}
        error={errorAt('net')}
        onChange={(net) => change({ net })}
      />
    </div>
  )
}

function productsOf({ products }: OnTruck, corrected: LiftTicket | undefined) {
  const isThere = !corrected || products.some(({ product_id }) => product_id === corrected.product_id)
  const all = isThere
    ? products
    : [...products, { product_id: corrected.product_id, title: corrected.product_title }]
  return all.map(({ product_id, title }) => ({ value: String(product_id), label: title }))
}

/** An instant in the format of a datetime input. */
function clockOf(instant: string, timeZone: string): string {
  return toZoned(instant, timeZone).replace(' ', 'T').slice(0, 16)
}

function toCelsius(degrees: number, isImperial: boolean): number {
  return Math.round((isImperial ? fahrenheitToCelsius(degrees) : degrees) * 100) / 100
}

/** Shows "850.000" as "850". */
function plain(figure: string | null | undefined): string {
  return figure == null ? '' : String(Number(figure))
}
