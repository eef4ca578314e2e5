import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { limitsOf } from '#core/resources/testing/limitsOf.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

/** The sizes of a tank must agree with each other, in both systems. */
const SIDES = [
  'height',
  'width',
  'length',
  'diameter',
  'wall',
  'dish_radius',
  'knuckle_radius',
  'gauge_position',
]
const SIZE = ['metric', 'imperial']
  .flatMap((system) => SIDES.map((side) => `${system}_${side}`))
  .concat('def_liters', 'def_us_gallons', 'sensor_offset', 'metric_sensor_offset', 'imperial_sensor_offset')

/** Fields whose maximum depends on another field or on special rules. */
const DECIDED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  devices: ['temperature_low_threshold', 'temperature_high_threshold', 'device_start', 'device_end'],
  device_ports: ['port_number', 'reorder_yellow', 'reorder_red', ...SIZE],
  tank_specs: SIZE,
  entity_addresses: ['object_id', 'country_id', 'zip_code'],
  entity_emails: ['object_id'],
  dashboard_widgets: ['name_alias'],
  entity_phones: ['object_id', 'country_id', 'country_iso_2'],
  firmware_versions: ['battery_empty', 'battery_full'],
  forms: ['endpoint', 'singular_obj', 'plural_obj'],
  notes: ['object_id'],
  notifications: ['object_id', 'object_name'],
  sql_fields: ['length'],
  // The longest Spanish label belongs to the field created before.
  user_defined_fields: ['default_value', 'max_length', 'decimals', 'min_value', 'max_value', 'label_es'],
  sites: ['zip_code'],
  tank_products: ['un_number', 'list_price'],
  transaction_documents: [
    'ship_zip_code',
    'bill_zip_code',
    // Amounts have the decimals of the company's currency.
    'discount',
    'freight',
    'customs',
    'expedite_fee',
    'handling_charge',
    'shipping_address_id',
    'billing_address_id',
  ],
  tanker_trucks: [
    'num_of_compartments',
    'max_weight',
    'gvwr',
    'payload',
    // An axle's values are complete, and kilograms must fit as pounds.
    'front_axle_limit',
    'front_axle_empty',
    'rear_axle_limit',
    'rear_axle_empty',
    'imperial_front_axle_limit',
    'imperial_rear_axle_limit',
    // Half of a position is invalid.
    'home_latitude',
    'home_longitude',
  ],
  // A range of ZIP codes has a start, and is in order.
  tax_rules: ['zip_from', 'zip_to'],
  terminals: ['latitude', 'longitude'],
  price_fees: ['below_quantity'],
  price_rules: ['margin'],
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const kinds = (Object.values(registry) as Resource[])
  .filter((resource) => hasCall(resource, 'create'))
  .map((resource) => [resource.name, resource] as const)

/** Every limit of a definition is tested from both sides: the largest valid value, the smallest invalid one. */
describe.each(kinds)('%s', (_, resource) => {
  test('accepts the largest value of every field, and refuses the one after it', async () => {
    const post = async (values: object) =>
      server
        // Kinds that only developers write.
        .as(resource.writeModule ? 'developer' : 'administrator')
        .call('POST', pathOf(resource), { ...(await exampleOf(server, resource)), ...values })
    for (const [name, field] of writableFields(resource)) {
      if (DECIDED_ELSEWHERE[resource.name]?.includes(name)) continue
      for (const { passes, fails, rule } of limitsOf(field)) {
        const taken = await post({ [name]: passes })
        expect(taken.status, `${name} ${String(passes).slice(0, 40)}: ${taken.raw}`).toBe(200)
        const refused = await post({ [name]: fails })
        expect(refused.status, `${name} ${String(fails).slice(0, 40)}`).toBe(422)
        expect(refused.body.errors, name).toContainEqual(expect.objectContaining({ field: name, rule }))
      }
    }
  })
})
