import { useMemo } from 'react'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import { type DimensionName, dimensionsOf } from '#core/domains/tanks/volume/dimensionsOf.ts'
import type { TankDetails } from '#core/domains/tanks/volume/tankVolume.ts'
import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import type { TankSides } from '#web/domains/telemetry/tank/tankOutline.ts'
import { volumeCurveOf } from '#web/domains/telemetry/tank/volumeCurveOf.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { portFieldNames, portFields } from './portFields.ts'
import { type Port, useTankTypes } from './usePorts.ts'

/**
 * The form of a port with what follows from its values: the fields that the type needs, the sides of the picture, the tank's
 * curve.
 * @param proposed initial values of a new port
 * @param resource the kind with the user-defined fields that the form shows
 */
export function usePortForm(
  port: Port | null,
  firstFree: number,
  proposed: FormValues = {},
  resource: typeof device_ports = device_ports,
) {
  const { units } = useFormat()
  const fields = portFields[units]
  const added = useMemo(
    () => Object.keys(resource.fields).filter((name) => fieldOf(resource, name).isUserDefined),
    [resource],
  )
  const names = useMemo(() => [...portFieldNames(units), ...added], [units, added])
  const form = useRecordForm(
    resource,
    port
      ? valuesOf(port, names)
      : { ...EMPTY, port_number: firstFree, ...zeros(names), ...defaultsOf(resource, added), ...proposed },
    { names, isNew: port === null },
  )
  const { data: types = [] } = useTankTypes()
  const type = types.find(({ tank_type_id }) => tank_type_id === form.values.tank_type_id) ?? null
  const isTable = type?.slug === STRAPPING_TABLE
  const strapping = form.values.strapping || null
  const inMm = (side: DimensionName) => toNumber(form.values[fields.sides[side]]) * fields.lengthInMm
  const sides: TankSides = { D: inMm('D'), H: inMm('H'), W: inMm('W'), L: inMm('L') }
  const capacity = toNumber(form.values[fields.capacity]) * fields.volumeInLitres
  const detail = (name: string) => toNumber(form.values[name]) * fields.lengthInMm
  const details: TankDetails = {
    wall: detail(fields.details.wall),
    dish_radius: detail(fields.details.dish),
    knuckle_radius: detail(fields.details.knuckle),
    tilt: toNumber(form.values.tilt),
    gauge_position: detail(fields.details.gauge),
  }
  const curve = type
    ? volumeCurveOf(isTable ? null : type.formula, sides, isTable ? strapping : null, capacity, details)
    : null
  return {
    form,
    names,
    /** The user-defined fields. */
    added,
    valuesOf: (record: AnyRecord) => valuesOf(record, names),
    fields,
    types,
    type,
    isTable,
    strapping,
    sides,
    details,
    needed: neededSides(type),
    curve,
    capacity,
  }
}

export type PortFormState = ReturnType<typeof usePortForm>

function neededSides(type: { formula: string | null; slug: string } | null): readonly DimensionName[] {
  if (!type) return ['D', 'H', 'W', 'L']
  return type.slug === STRAPPING_TABLE ? [] : dimensionsOf(type.formula)
}

const EMPTY: FormValues = {
  product_id: null,
  tank_type_id: null,
  sensor_type_id: null,
  template: null,
  reorder_yellow: '',
  reorder_red: '',
  max_fill: '',
  unusable_bottom: '',
  degree_day_base: null,
  placement: null,
  size_class: null,
  active: 1,
  capacity_confirmed: 0,
  tilt: '0',
  strapping: null,
}

function defaultsOf({ fields }: Resource, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, fields[name]?.default ?? null]))
}

function zeros(names: readonly string[]): FormValues {
  const sizes = names.filter((name) => /^(def_|metric_|imperial_(?!sensor))/.test(name))
  return Object.fromEntries(sizes.map((name) => [name, '0']))
}

function valuesOf(port: AnyRecord, names: readonly string[]): FormValues {
  // A port counts as unconfirmed unless it says otherwise.
  const stored: AnyRecord = { capacity_confirmed: 0, ...port }
  return Object.fromEntries(names.map((name) => [name, shortened(stored[name])]))
}

/** Shows "12.500000" as "12.5", and null for no value. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+\.\d+$/.test(value)) return value ?? null
  return String(Number(Number(value).toFixed(4)))
}

export function toNumber(value: unknown): number {
  const number = Number(value)
  return Number.isFinite(number) ? number : 0
}
