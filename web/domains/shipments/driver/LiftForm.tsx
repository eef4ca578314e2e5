import { Select, Stack, TextInput, type TextInputProps, Title } from '@mantine/core'
import { useState } from 'react'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import type { ReportedLift } from '#core/domains/shipments/driver/driverEvents.ts'
import { type LiftOnPhone, onTruckAfter } from '#core/domains/shipments/driver/onTruckAfter.ts'
import { checkLift } from '#core/domains/shipments/onTruck/checkLift.ts'
import { litresText, VOLUME_UNIT_OF_SYSTEM } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { quantityText, toLitres } from '#core/platform/numbers/quantities.ts'
import { celsiusToFahrenheit, fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { fromZoned, toZoned, trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import styles from './MyDay.module.css'
import { BackToStops } from './stop/BackToStops.tsx'
import { StepForm } from './stop/StepForm.tsx'
import type { DriverDayOnPhone } from './useDriverDay.ts'

interface LiftFormProps {
  round: DriverRound
  /** The event id or number of the corrected lift; null for a new one. */
  corrects: string | null
  phone: DriverDayOnPhone
  onDone: () => void
}

/** Form for the quantity loaded into a compartment, by bill of lading, at the rack; the form for the next compartment keeps equal values. */
export function LiftForm({ round, corrects, phone, onDone }: LiftFormProps) {
  const { t } = useTranslation()
  const { on_truck, shipment_id, shipment_number } = round
  if (!on_truck) return null
  const roundEvents = phone.events.filter(({ event }) => event.shipment_id === shipment_id)
  const { lifts } = onTruckAfter(on_truck, roundEvents, [])
  const corrected =
    corrects === null
      ? undefined
      : lifts.find((lift) => lift.event_id === corrects || String(lift.lift_ticket_id) === corrects)
  return (
    <Stack gap="md" className={styles.stop}>
      <BackToStops onBack={onDone} />
      <Title order={2} size="h3">
        {corrected
          ? t('shipments.on_truck.correct_of', { number: corrected.number })
          : t('shipments.on_truck.record')}{' '}
        · {shipment_number}
      </Title>
      <Inputs {...{ on_truck, lifts, corrected, shipment_id, phone, onDone }} />
    </Stack>
  )
}

interface InputsProps extends Pick<LiftFormProps, 'phone' | 'onDone'> {
  on_truck: NonNullable<DriverRound['on_truck']>
  lifts: readonly LiftOnPhone[]
  corrected: LiftOnPhone | undefined
  shipment_id: number
}

const FIGURE = /^\d{1,9}(\.\d{1,3})?$/

function Inputs({ on_truck, lifts, corrected, shipment_id, phone, onDone }: InputsProps) {
  const { t } = useTranslation()
  const typed = useTypedLift({ on_truck, lifts, corrected })
  const judged = judgeTyped(typed, { on_truck, lifts, corrected })
  const { litres, isWhole } = judged
  const texts = useLiftTexts(judged)
  const save = async () => {
    const place = { shipment_id, stop_id: null }
    const body = reportOf(typed, judged)
    if (!body) return
    if (corrected) {
      const corrects = corrected.event_id ?? Number(corrected.lift_ticket_id)
      const reason = typed.reason.trim()
      await phone.record(place, [['lift_corrected', { ...body, corrects, reason }]])
    } else await phone.record(place, [['lifted', body]])
    onDone()
  }
  return (
    <StepForm
      label={
        litres === null
          ? t('shipments.on_truck.record')
          : t(corrected ? 'shipments.driver.correct_lift' : 'shipments.driver.record_lift', {
              ...{ quantity: texts.volume(typed.gross), number: typed.compartment },
            })
      }
      isWhole={isWhole}
      onDone={() => void save()}
    >
      <PlaceInputs {...{ on_truck, corrected, typed, texts }} />
      <FigureInputs {...{ corrected, typed, judged, texts }} />
      <PaperInputs {...{ on_truck, corrected, typed, texts }} />
    </StepForm>
  )
}

/** The messages of a lift's fields, and its volumes. */
function useLiftTexts({ unit, issues }: JudgedLift) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { units: system } = useFormat()
  const errorOf = (field: string) => {
    const issue = issues.find((item) => item.field === field)
    if (!issue) return undefined
    const { rule, limit } = issue
    const isVolume = rule === 'over_compartment' && limit !== undefined
    return t(`rules.${rule}`, { limit: isVolume ? litresText(limit, system, language) : limit })
  }
  return {
    errorOf,
    volume: (figure: string) => quantityText(figure, unit?.title ?? '', language, 1),
    capacity: (litres: number) => litresText(litres, system, language, 0),
  }
}

interface PartProps extends Pick<InputsProps, 'on_truck' | 'corrected'> {
  typed: TypedLift
  texts: ReturnType<typeof useLiftTexts>
}

/** Compartment and product of a lift. */
function PlaceInputs({ on_truck: { compartments, products }, corrected, typed, texts }: PartProps) {
  const { t } = useTranslation()
  const { compartment, product_id, change } = typed
  return (
    <>
      <Select
        size="lg"
        label={t('shipments.driver.compartment')}
        allowDeselect={false}
        disabled={corrected !== undefined}
        data={compartments.map((item) => ({
          value: String(item.compartment),
          label: `${item.compartment} · ${item.truck_title} · ${texts.capacity(item.capacity_liters)}`,
        }))}
        value={String(compartment)}
        error={texts.errorOf('compartment')}
        onChange={(value) => change({ compartment: Number(value) })}
      />
      <Select
        size="lg"
        label={t('shipments.driver.lifted_product')}
        allowDeselect={false}
        searchable={products.length > 10}
        data={products.map((product) => ({ value: String(product.product_id), label: product.title }))}
        value={product_id === undefined ? null : String(product_id)}
        onChange={(value) => change({ chosen: value === null ? undefined : Number(value) })}
      />
    </>
  )
}

type FigureInputsProps = Omit<PartProps, 'on_truck'> & { judged: JudgedLift }

function FigureInputs({ corrected, typed, judged, texts: { errorOf, volume } }: FigureInputsProps) {
  const { t } = useTranslation()
  const { number, gross, net, degrees, change } = typed
  const { unit, litres, worked, isWarmth } = judged
  return (
    <>
      {input(t('shipments.on_truck.number'), {
        ...{ value: number, set: (text) => change({ number: text }) },
        ...{ isText: true, maxLength: 40, error: errorOf('number') },
      })}
      {input(t('shipments.driver.lifted_gross', { unit: unit?.title }), {
        ...{ value: gross, set: (text) => change({ gross: text }) },
        error: errorOf('gross') ?? (gross !== '' && litres === null ? t('rules.decimal') : undefined),
        ...(corrected && { description: t('shipments.on_truck.zero_hint') }),
      })}
      {input(t('shipments.driver.temperature', { unit: typed.isImperial ? '°F' : '°C' }), {
        ...{ value: degrees, set: (text) => change({ degrees: text }) },
        error: isWarmth ? undefined : t('rules.decimal'),
      })}
      {input(t('shipments.driver.lifted_net', { unit: unit?.title }), {
        ...{ value: net, set: (text) => change({ net: text }) },
        error: net !== '' && !isFigure(net) ? t('rules.decimal') : undefined,
        description:
          worked === null
            ? t('shipments.on_truck.net_hint')
            : t('shipments.driver.net', { net: volume(worked.toFixed(3)) }),
      })}
    </>
  )
}

/** The remaining fields of the bill of lading. */
function PaperInputs({ on_truck: { terminals }, corrected, typed, texts }: PartProps) {
  const { t } = useTranslation()
  const { terminal_id, supplier, at, reason, change } = typed
  return (
    <>
      {terminals.length > 0 && (
        <Select
          size="lg"
          clearable
          label={t('shipments.on_truck.terminal')}
          data={terminals.map((terminal) => ({ value: String(terminal.terminal_id), label: terminal.name }))}
          value={terminal_id === null ? null : String(terminal_id)}
          onChange={(value) => change({ terminal_id: value === null ? null : Number(value) })}
        />
      )}
      {input(t('shipments.on_truck.supplier'), {
        ...{ value: supplier, set: (text) => change({ supplier: text }), isText: true, maxLength: 100 },
      })}
      {input(t('shipments.on_truck.lifted_at'), {
        ...{ value: at, set: (text) => change({ at: text }) },
        ...{ isText: true, type: 'datetime-local', error: texts.errorOf('lifted_at') },
      })}
      {corrected &&
        input(t('shipments.on_truck.why'), {
          ...{ value: reason, set: (text) => change({ reason: text }), isText: true, maxLength: 255 },
        })}
    </>
  )
}

type Facts = Pick<InputsProps, 'on_truck' | 'lifts' | 'corrected'>
type TypedLift = ReturnType<typeof useTypedLift>
type JudgedLift = ReturnType<typeof judgeTyped>

/** Initial input: the corrected lift, else the values that consecutive lifts share. */
function firstTyped({ on_truck, lifts, corrected }: Facts, isImperial: boolean, timeZone: string) {
  const { compartments, terminals } = on_truck
  const last = corrected ?? lifts.at(-1)
  // The number of the bill of lading is proposed again only while something is still to be loaded.
  const next = nextCompartment(on_truck, lifts)
  const celsius = last?.celsius ?? null
  const degrees =
    celsius === null ? '' : Math.round((isImperial ? celsiusToFahrenheit(celsius) : celsius) * 10) / 10
  const lifted_at = toZoned(corrected?.lifted_at ?? new Date().toISOString(), timeZone)
  return {
    number: corrected?.number ?? (next ? (last?.number ?? '') : ''),
    compartment: corrected?.compartment ?? next ?? compartments[0]?.compartment ?? 1,
    chosen: corrected?.product_id,
    gross: trimDecimalZeros(corrected?.gross ?? ''),
    net: trimDecimalZeros(corrected?.net ?? ''),
    degrees: String(degrees),
    terminal_id: last?.terminal_id ?? (terminals.length === 1 ? firstOf(terminals).terminal_id : null),
    supplier: last?.supplier ?? '',
    at: lifted_at.replace(' ', 'T').slice(0, 16),
    reason: '',
  }
}

function useTypedLift(facts: Facts) {
  const { units: system, timeZone } = useFormat()
  const isImperial = system === 'imperial'
  const [typed, setTyped] = useState(() => firstTyped(facts, isImperial, timeZone))
  const { compartments, products } = facts.on_truck
  const place = compartments.find((compartment) => compartment.compartment === typed.compartment)
  const product_id = typed.chosen ?? place?.product_id ?? products[0]?.product_id
  return {
    ...{ ...typed, system, isImperial, timeZone, product_id },
    product: products.find((product) => product.product_id === product_id),
    change: (some: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...some })),
  }
}

const isFigure = (text: string) => FIGURE.test(text)

/** The typed figures, their errors, and whether they can be recorded. */
function judgeTyped(typed: TypedLift, { on_truck, lifts, corrected }: Facts) {
  const { system, isImperial, timeZone, product, number, product_id, gross, net, degrees, at } = typed
  const { units } = on_truck
  const { code } = VOLUME_UNIT_OF_SYSTEM[system]
  const unit =
    units.find(({ unit_id }) => unit_id === corrected?.unit_id) ?? units.find((item) => item.code === code)
  const warmth = degrees === '' ? null : Number(degrees)
  const celsius =
    warmth === null ? null : Math.round((isImperial ? fahrenheitToCelsius(warmth) : warmth) * 100) / 100
  const isWarmth = celsius === null || (celsius >= -60 && celsius <= 150)
  const lifted_at = at === '' ? null : fromZoned(at, timeZone)
  const litres = isFigure(gross) && unit ? Number(toLitres(gross, { measure: 'volume', ...unit })) : null
  const issues =
    litres === null ? [] : issuesOf({ ...typed, litres, lifted_at }, { on_truck, lifts, corrected })
  const worked =
    litres === null || net !== '' || !product
      ? null
      : netVolume(
          Number(gross),
          { group: product.product_group, specificGravity: product.specific_gravity, celsius },
          REFERENCE_CELSIUS[unit?.code === 'gal' ? 'imperial' : 'metric'],
        )
  const isWhole =
    litres !== null &&
    issues.length === 0 &&
    number.trim() !== '' &&
    product_id !== undefined &&
    isWarmth &&
    (net === '' || isFigure(net)) &&
    lifted_at !== null &&
    (!corrected || typed.reason.trim() !== '')
  return { unit, litres, celsius, lifted_at, issues, worked, isWarmth, isWhole }
}

interface MeasuredLift {
  number: string
  compartment: number
  litres: number
  lifted_at: string | null
}

function issuesOf(
  { number, compartment, litres, lifted_at }: MeasuredLift,
  { on_truck, lifts, corrected }: Facts,
) {
  return checkLift(
    { number: number.trim(), compartment, litres, lifted_at, isCorrection: corrected !== undefined },
    {
      compartments: on_truck.compartments.map((item) => ({
        number: item.compartment,
        capacity: item.capacity_liters,
      })),
      recorded: lifts.filter(({ reason }) => reason === null),
      now: Date.now(),
    },
  )
}

/** A lift as the phone reports it; null without its product, unit or time. */
function reportOf(typed: TypedLift, { unit, celsius, lifted_at }: JudgedLift): ReportedLift | null {
  const { number, compartment, product_id, gross, net, terminal_id, supplier } = typed
  if (product_id === undefined || !unit || lifted_at === null) return null
  return {
    ...{ number: number.trim(), compartment, product_id, terminal_id },
    ...{ supplier: supplier.trim() || null, unit_id: unit.unit_id, gross },
    ...{ net: net === '' ? null : net, celsius, lifted_at },
  }
}

interface InputOptions extends Pick<TextInputProps, 'error' | 'type' | 'description' | 'maxLength'> {
  value: string
  set: (text: string) => void
  isText?: boolean
}

const WRAPPER_ORDER: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

/** One large input of the form: for a figure, or for text. */
function input(label: string, { value, set, isText = false, ...more }: InputOptions) {
  const shared = {
    ...({ size: 'lg', label, value, autoComplete: 'off', ...more } as const),
    inputWrapperOrder: WRAPPER_ORDER,
  }
  if (!isText) return <NumberField {...shared} onChange={set} />
  return <TextInput {...shared} onChange={({ currentTarget }) => set(currentTarget.value)} />
}

/** The first compartment with a planned load and no lift. */
function nextCompartment(
  { compartments }: InputsProps['on_truck'],
  lifts: readonly LiftOnPhone[],
): number | undefined {
  return compartments.find(
    ({ compartment, planned_liters }) =>
      planned_liters > 0 &&
      !lifts.some((lift) => lift.compartment === compartment && !lift.is_corrected && Number(lift.gross) > 0),
  )?.compartment
}
