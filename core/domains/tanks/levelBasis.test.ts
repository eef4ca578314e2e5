import { expect, test } from 'vitest'
import { isChanged, LEVEL_BASIS, levelEffect } from './levelBasis.ts'

const CONTENT = {
  device_ports:
    'product_id tank_type_id sensor_type_id def_liters metric_diameter metric_height metric_width metric_length ' +
    'sensor_offset strapping',
  tank_types: 'formula',
  sensor_types: 'measure',
  tank_products: 'specific_gravity',
} as const
const JUDGEMENT = {
  device_ports: 'reorder_yellow reorder_red max_fill unusable_bottom degree_day_base',
  tank_types: '',
  sensor_types: '',
  tank_products: 'product_group max_fill unusable_bottom degree_day_base',
} as const
const list = (names: string) => names.split(' ').filter(Boolean)

test.each(Object.keys(LEVEL_BASIS) as (keyof typeof LEVEL_BASIS)[])(
  'a change of %s affects the content, the judgement, or nothing',
  (kind) => {
    for (const name of list(CONTENT[kind]))
      expect(levelEffect(kind, { [name]: 1 }, { [name]: 2 })).toBe('content')
    for (const name of list(JUDGEMENT[kind])) {
      expect(levelEffect(kind, { [name]: 1 }, { [name]: null })).toBe('judgement')
    }
    expect(levelEffect(kind, { name: 'a', upload_interval: 1 }, { name: 'b', upload_interval: 2 })).toBeNull()
  },
)

test('a change of the content prevails over another one', () => {
  const before = { def_liters: '1', reorder_red: '1' }
  expect(levelEffect('device_ports', before, { def_liters: '2', reorder_red: '2' })).toBe('content')
})

test('lists are compared by value, and a missing value equals null', () => {
  expect(isChanged(['strapping'], { strapping: [[0, 0]] }, { strapping: [[0, 0]] })).toBe(false)
  expect(isChanged(['strapping'], { strapping: [[0, 0]] }, { strapping: [[0, 1]] })).toBe(true)
  expect(isChanged(['max_fill'], {}, { max_fill: null })).toBe(false)
  expect(isChanged(['max_fill', 'formula'], { formula: 'h' }, { formula: 'h*2' })).toBe(true)
  expect(isChanged([], { a: 1 }, { a: 2 })).toBe(false)
})
