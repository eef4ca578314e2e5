import { expect, test } from 'vitest'
import { settings } from '#core/domains/settings/settings.ts'
import type { UnitSystem } from '#core/platform/units.ts'
import { registry } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'

const registered = Object.values(registry) as Resource[]
const kinds = [
  ...registered,
  ...registered.flatMap(({ details }) => details ?? []),
  settings as unknown as Resource,
]

test('what a record tells in one unit system it tells in the other', () => {
  const inSystem = (units: UnitSystem) =>
    kinds.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { unitSystem }]) =>
        unitSystem === units ? [`${name}.${field.replace(/^(metric|imperial)_/, '')}`] : [],
      ),
    )
  const inMetric = inSystem('metric').map((field) => field.replace('def_liters', 'def_us_gallons'))
  expect(inMetric.length).toBeGreaterThan(10)
  expect(inSystem('imperial').sort()).toEqual(inMetric.sort())
})
