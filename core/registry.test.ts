import { describe, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { tank_levels } from '#core/domains/devices/tank_levels.ts'
import { settings } from '#core/domains/settings/settings.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'
import { registry } from '#core/registry.ts'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { AnyField } from '#core/resources/kinds/anyField.ts'
import { kindOf } from '#core/resources/kinds/fieldKinds.ts'
import { kindNamed, registeredKinds } from '#core/resources/registeredKinds.ts'

const registered = Object.values(registry) as Resource[]
const kinds = [
  ...registered,
  ...registered.flatMap(({ details }) => details ?? []),
  settings as unknown as Resource,
]

// A definition passes through generic functions, so the compiler accepts unknown properties. They would have no effect.
describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  test('has no unknown properties', () => {
    const unknown = (one: object, known: object) => Object.keys(one).filter((name) => !(name in known))
    expect([
      ...unknown(kind, OF_A_KIND),
      ...unknown(kind.visibility, OF_VISIBILITY),
      ...unknown(kind.naming, OF_NAMING),
    ]).toEqual([])
  })

  test('has no unknown properties of fields', () => {
    const unknown = Object.entries(kind.fields).flatMap(([name, field]) => {
      const known = { kind: true, ...OF_ANY_FIELD, ...kindOf(field).properties }
      return Object.keys(field).flatMap((property) => (property in known ? [] : [`${name}.${property}`]))
    })
    expect(unknown).toEqual([])
  })
})

test('figures of a record exist in both unit systems', () => {
  // Files and pages of devices show both definitions.
  const shown = [...kinds, { ...devices, fields: tank_levels.fields }]
  const inSystem = (units: UnitSystem) =>
    shown.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { unitSystem }]) =>
        unitSystem === units ? [`${name}.${field.replace(/^(metric|imperial)_/, '')}`] : [],
      ),
    )
  const inMetric = inSystem('metric').map((field) =>
    field
      .replace('def_liters', 'def_us_gallons')
      .replace(/_liters$/, '_gallons')
      .replace('tank_litres', 'tank_gallons')
      .replace('temperature_metric', 'temperature')
      .replace(/_celsius$/, '_fahrenheit'),
  )
  expect(inMetric.length).toBeGreaterThan(10)
  expect(inSystem('imperial').sort()).toEqual(inMetric.sort())
})

/** All properties of a kind of record; the compiler checks that none is missing. */
const OF_A_KIND = {
  name: true,
  besides: true,
  single: true,
  path: true,
  listKey: true,
  within: true,
  id: true,
  module: true,
  writeModule: true,
  loginTypes: true,
  scope: true,
  visibility: true,
  devicesBy: true,
  fields: true,
  title: true,
  naming: true,
  matchBy: true,
  foundByImport: true,
  list: true,
  sortable: true,
  orders: true,
  search: true,
  filters: true,
  sort: true,
  pageSize: true,
  form: true,
  options: true,
  bulk: true,
  hasWebhooks: true,
  archive: true,
  calls: true,
  details: true,
  statuses: true,
  staysSmall: true,
  check: true,
} satisfies Record<keyof Resource, true>

const OF_VISIBILITY = {
  addressed: true,
  givenOut: true,
  soldBy: true,
  closedHistory: true,
  seenBelow: true,
  isOpen: true,
  hasSelectableNames: true,
} satisfies Record<keyof NonNullable<Resource['visibility']>, true>

const OF_NAMING = {
  calledBy: true,
  numberedBy: true,
  knownAs: true,
  namedBy: true,
  holds: true,
} satisfies Record<keyof NonNullable<Resource['naming']>, true>

/** The common properties of fields; those of a field kind are in its own file. */
const OF_ANY_FIELD = {
  required: true,
  default: true,
  computed: true,
  unique: true,
  unit: true,
  unitSystem: true,
  staffOnly: true,
  editorsOnly: true,
  sellersOnly: true,
  sealed: true,
  isUserDefined: true,
  note: true,
  staffChanges: true,
} satisfies Record<keyof AnyField, true>

test('a kind that leads to records of devices belongs to devices too', () => {
  // A device is at a site, and a terminal has one: they are places, visible to the whole company.
  const places = ['devices', 'terminals']
  const hangs = (name: string) => name === 'devices' || kindNamed(name)?.devicesBy !== undefined
  const open = registeredKinds().filter(
    ({ name, devicesBy, fields }) =>
      !devicesBy &&
      Object.values(fields).some((field) => isReference(field) && hangs(field.to)) &&
      !places.includes(name),
  )
  expect(open.map(({ name }) => name)).toEqual([])
})

/** An existing record equals the row in all its fields. */
const MATCHED_BY_ALL_FIELDS = ['exchange_rates', 'notes', 'notifications', 'subscriptions', 'tax_rules']

test('every kind that can be imported has a rule to recognize existing records', () => {
  const open = registeredKinds().filter((kind) => hasCall(kind, 'create') && kind.matchBy.length === 0)
  expect(open.map(({ name }) => name).toSorted()).toEqual(MATCHED_BY_ALL_FIELDS)
  const unknown = registeredKinds().flatMap((kind) =>
    kind.matchBy
      .flat()
      .filter((name) => !(name in kind.fields))
      .map((name) => `${kind.name}.${name}`),
  )
  expect(unknown).toEqual([])
})
