import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { type Field, hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

/** Every limit of a definition is tried from both sides: the largest value that passes, the smallest that does not. */
interface Limit {
  passes: unknown
  fails: unknown
  rule: string
}

/** Fields whose largest value is decided by a neighbour or by rules of their own. */
const DECIDED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  devices: ['temperature_low_threshold', 'temperature_high_threshold', 'device_start', 'device_end'],
  device_ports: ['port_number', 'reorder_yellow', 'reorder_red'],
  entity_addresses: ['object_id', 'country_id', 'zip_code'],
  entity_emails: ['object_id'],
  entity_phones: ['object_id', 'country_id', 'country_iso_2'],
  firmware_versions: ['battery_empty', 'battery_full'],
  notes: ['object_id'],
  notifications: ['object_id', 'object_name'],
  sql_fields: ['length'],
  user_defined_fields: ['default_value', 'max_length', 'decimals', 'min_value', 'max_value'],
  transaction_documents: [
    'ship_zip_code',
    'bill_zip_code',
    'discount',
    'shipping_address_id',
    'billing_address_id',
  ],
  tanker_trucks: ['num_of_compartments', 'max_weight', 'gvwr', 'payload'],
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const kinds = (Object.values(registry) as Resource[])
  .filter((resource) => hasCall(resource, 'create'))
  .map((resource) => [resource.name, resource] as const)

describe.each(kinds)('%s', (_, resource) => {
  test('takes the largest value of every field, and refuses the one after it', async () => {
    const post = async (values: object) =>
      server
        // What only developers write, only they can be refused for.
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

function limitsOf(field: Field): Limit[] {
  switch (field.kind) {
    case 'text':
      return field.max > 100_000 ? [] : textLimits(field)
    case 'integer':
      return [
        ...(field.max === undefined ? [] : [{ passes: field.max, fails: field.max + 1, rule: 'too_high' }]),
        ...(field.min === undefined
          ? []
          : [
              {
                passes: field.min,
                fails: field.min - 1,
                rule: field.min === 0 ? 'not_negative' : 'too_low',
              },
            ]),
      ]
    case 'decimal':
      return decimalLimits(field)
    case 'money': {
      const whole = '9'.repeat((field.digits ?? 13) - 3)
      return [{ passes: `${whole}.999`, fails: `1${whole}.999`, rule: 'decimal_size' }]
    }
    default:
      return []
  }
}

function textLimits(field: Extract<Field, { kind: 'text' }>): Limit[] {
  const { max, format, unique } = field
  if (unique || (format && format !== 'piped' && format !== 'url' && format !== 'email')) return []
  const start = format === 'url' ? 'https://example.com/' : ''
  const end = format === 'email' ? '@example.com' : ''
  // An address has at most 64 characters before its sign, whatever the field may hold.
  const domain = format === 'email' ? `@${'d'.repeat(Math.max(max - 64 - 5, 1))}.com` : end
  const fill = (length: number) =>
    format === 'email'
      ? `${'x'.repeat(length - domain.length)}${domain}`
      : `${start}${'x'.repeat(length - start.length)}`
  if (format === 'email' && max - domain.length < 1) return []
  return [{ passes: fill(max), fails: fill(max + 1), rule: 'too_long' }]
}

function decimalLimits(field: Extract<Field, { kind: 'decimal' }>): Limit[] {
  const step = 1 / 10 ** field.scale
  const text = (value: number) => value.toFixed(field.scale)
  const limits: Limit[] = []
  if (field.max !== undefined) {
    limits.push({ passes: text(field.max), fails: text(field.max + step), rule: 'decimal_range' })
  }
  if (field.min !== undefined) {
    limits.push({ passes: text(field.min), fails: text(field.min - step), rule: 'decimal_range' })
  }
  if (field.below !== undefined) {
    limits.push({ passes: text(field.below - step), fails: text(field.below), rule: 'decimal_range' })
  }
  if (field.above !== undefined) {
    limits.push({ passes: text(field.above + step), fails: text(field.above), rule: 'decimal_range' })
  }
  return limits
}
