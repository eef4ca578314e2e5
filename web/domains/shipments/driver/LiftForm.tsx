import { Select, Stack, TextInput, type TextInputProps, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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

/** What a bill of lading says was loaded into a compartment, entered at the rack; the form for the next compartment keeps equal values. */
export function LiftForm({ round, corrects, phone, onDone }: LiftFormProps) {
  const { t } = useTranslation()
  const { on_truck, shipment_id, shipment_number } = round
  if (!on_truck) return null
  const roundEvents = phone.events.filter(({ event }) => event.shipment_id === shipment_id)
  const { lifts } = onTruckAfter(on_truck, roundEvents, [])
  const corrected =
    corrects === null
      ? undefined
      : lifts.find((one) => one.event_id === corrects || String(one.lift_ticket_id) === corrects)
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
  const { language } = useLanguage()
  const { units: system } = useFormat()
  const { compartments, terminals, products } = on_truck
  const typed = useTypedLift({ on_truck, lifts, corrected })
  const { number, compartment, product_id, gross, net, degrees, terminal_id, supplier, at, reason } = typed
  const judged = judgeTyped(typed, { on_truck, lifts, corrected })
  const { unit, litres, issues, worked, isWarmth, isWhole } = judged
  const errorOf = (field: string) => {
    const issue = issues.find((one) => one.field === field)
    if (!issue) return undefined
    const { rule, limit } = issue
    const isVolume = rule === 'over_compartment' && limit !== undefined
    return t(`rules.${rule}`, { limit: isVolume ? litresText(limit, system, language) : limit })
  }
  const text = (figure: string) => quantityText(figure, unit?.title ?? '', language, 1)
  const save = async () => {
    const place = { shipment_id, stop_id: null }
    const body = reportOf(typed, judged)
    if (!body) return
    if (corrected) {
      const corrects = corrected.event_id ?? Number(corrected.lift_ticket_id)
      await phone.record(place, [['lift_corrected', { ...body, corrects, reason: reason.trim() }]])
    } else await phone.record(place, [['lifted', body]])
    onDone()
  }
  return (
    <StepForm
      label={
        litres === null
          ? t('shipments.on_truck.record')
          : t(corrected ? 'shipments.driver.correct_lift' : 'shipments.driver.record_lift', {
              ...{ quantity: text(gross), number: compartment },
            })
      }
      isWhole={isWhole}
      onDone={() => void save()}
    >
      <Select
        size="lg"
        label={t('shipments.driver.compartment')}
        allowDeselect={false}
        disabled={corrected !== undefined}
        data={compartments.map((one) => ({
          value: String(one.compartment),
          label: `${one.compartment} · ${one.truck_title} · ${litresText(one.capacity_liters, system, language, 0)}`,
        }))}
        value={String(compartment)}
        error={errorOf('compartment')}
        onChange={(value) => typed.setCompartment(Number(value))}
      />
      <Select
        size="lg"
        label={t('shipments.driver.lifted_product')}
        allowDeselect={false}
        searchable={products.length > 10}
        data={products.map((one) => ({ value: String(one.product_id), label: one.title }))}
        value={product_id === undefined ? null : String(product_id)}
        onChange={(value) => typed.setChosen(value === null ? undefined : Number(value))}
      />
      {input(t('shipments.on_truck.number'), {
        ...{ value: number, set: typed.setNumber, isText: true, maxLength: 40, error: errorOf('number') },
      })}
      {input(t('shipments.driver.lifted_gross', { unit: unit?.title }), {
        ...{ value: gross, set: typed.setGross },
        error: errorOf('gross') ?? (gross !== '' && litres === null ? t('rules.decimal') : undefined),
        ...(corrected && { description: t('shipments.on_truck.zero_hint') }),
      })}
      {input(t('shipments.driver.temperature', { unit: typed.isImperial ? '°F' : '°C' }), {
        ...{ value: degrees, set: typed.setDegrees, error: isWarmth ? undefined : t('rules.decimal') },
      })}
      {input(t('shipments.driver.lifted_net', { unit: unit?.title }), {
        ...{ value: net, set: typed.setNet },
        error: net !== '' && !isFigure(net) ? t('rules.decimal') : undefined,
        description:
          worked === null
            ? t('shipments.on_truck.net_hint')
            : t('shipments.driver.net', { net: text(worked.toFixed(3)) }),
      })}
      {terminals.length > 0 && (
        <Select
          size="lg"
          clearable
          label={t('shipments.on_truck.terminal')}
          data={terminals.map((one) => ({ value: String(one.terminal_id), label: one.name }))}
          value={terminal_id === null ? null : String(terminal_id)}
          onChange={(value) => typed.setTerminal(value === null ? null : Number(value))}
        />
      )}
      {input(t('shipments.on_truck.supplier'), {
        ...{ value: supplier, set: typed.setSupplier, isText: true, maxLength: 100 },
      })}
      {input(t('shipments.on_truck.lifted_at'), {
        ...{ value: at, set: typed.setAt, isText: true, type: 'datetime-local', error: errorOf('lifted_at') },
      })}
      {corrected &&
        input(t('shipments.on_truck.why'), {
          ...{ value: reason, set: typed.setReason, isText: true, maxLength: 255 },
        })}
    </StepForm>
  )
}

type Facts = Pick<InputsProps, 'on_truck' | 'lifts' | 'corrected'>
type TypedLift = ReturnType<typeof useTypedLift>
type JudgedLift = ReturnType<typeof judgeTyped>

/** What is typed, begun with the corrected lift, else with what the one before has in common with the next. */
function useTypedLift({ on_truck, lifts, corrected }: Facts) {
  const { units: system, timeZone } = useFormat()
  const isImperial = system === 'imperial'
  const { compartments, terminals, products } = on_truck
  const last = corrected ?? lifts.at(-1)
  // The number of the bill of lading is proposed again only while something is still to be loaded.
  const next = nextCompartment(on_truck, lifts)
  const [number, setNumber] = useState(corrected?.number ?? (next ? (last?.number ?? '') : ''))
  const [compartment, setCompartment] = useState(
    corrected?.compartment ?? next ?? compartments[0]?.compartment ?? 1,
  )
  const place = compartments.find((one) => one.compartment === compartment)
  const [chosen, setChosen] = useState(corrected?.product_id)
  const product_id = chosen ?? place?.product_id ?? products[0]?.product_id
  const product = products.find((one) => one.product_id === product_id)
  const [gross, setGross] = useState(trimDecimalZeros(corrected?.gross ?? ''))
  const [net, setNet] = useState(trimDecimalZeros(corrected?.net ?? ''))
  const [degrees, setDegrees] = useState(() => {
    const celsius = last?.celsius ?? null
    if (celsius === null) return ''
    return String(Math.round((isImperial ? celsiusToFahrenheit(celsius) : celsius) * 10) / 10)
  })
  const [terminal_id, setTerminal] = useState(
    last?.terminal_id ?? (terminals.length === 1 ? firstOf(terminals).terminal_id : null),
  )
  const [supplier, setSupplier] = useState(last?.supplier ?? '')
  const [at, setAt] = useState(() =>
    toZoned(corrected?.lifted_at ?? new Date().toISOString(), timeZone)
      .replace(' ', 'T')
      .slice(0, 16),
  )
  const [reason, setReason] = useState('')
  return {
    ...{ system, isImperial, timeZone, product },
    ...{
      number,
      setNumber,
      compartment,
      setCompartment,
      product_id,
      setChosen,
      gross,
      setGross,
      net,
      setNet,
    },
    ...{ degrees, setDegrees, terminal_id, setTerminal, supplier, setSupplier, at, setAt, reason, setReason },
  }
}

const isFigure = (text: string) => FIGURE.test(text)

/** The figures of what is typed, what is wrong with them, and whether they can be recorded. */
function judgeTyped(typed: TypedLift, { on_truck, lifts, corrected }: Facts) {
  const { system, isImperial, timeZone, product, number, compartment, product_id, gross, net, degrees, at } =
    typed
  const { compartments, units } = on_truck
  const { code } = VOLUME_UNIT_OF_SYSTEM[system]
  const unit =
    units.find(({ unit_id }) => unit_id === corrected?.unit_id) ?? units.find((one) => one.code === code)
  const warmth = degrees === '' ? null : Number(degrees)
  const celsius =
    warmth === null ? null : Math.round((isImperial ? fahrenheitToCelsius(warmth) : warmth) * 100) / 100
  const isWarmth = celsius === null || (celsius >= -60 && celsius <= 150)
  const lifted_at = at === '' ? null : fromZoned(at, timeZone)
  const litres = isFigure(gross) && unit ? Number(toLitres(gross, { measure: 'volume', ...unit })) : null
  const issues =
    litres === null
      ? []
      : checkLift(
          {
            number: number.trim(),
            ...{ compartment, litres, lifted_at, isCorrection: corrected !== undefined },
          },
          {
            compartments: compartments.map((one) => ({
              number: one.compartment,
              capacity: one.capacity_liters,
            })),
            recorded: lifts.filter(({ reason: why }) => why === null),
            now: Date.now(),
          },
        )
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

/** One large input of the form: of a figure, unless it takes a text. */
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
