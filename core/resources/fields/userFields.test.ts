import { expect, test } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import {
  addUserFields,
  fieldFromUserField,
  type UserField,
  userFieldKey,
  userFieldStorageKey,
} from './userFields.ts'

const gate: UserField = {
  resource: 'tags',
  name: 'gate',
  label: 'Gate',
  label_es: null,
  help: null,
  help_es: null,
  data_type: 'text',
  is_required: 0,
  default_value: null,
  min_value: null,
  max_value: null,
  max_length: 20,
  decimals: null,
  choices: null,
  in_list: 1,
  is_searchable: 1,
  is_filter: 1,
  staff_only: 0,
}

test('a kind of record gets its own fields, each once', () => {
  const once = addUserFields(tags, [gate, { ...gate, resource: 'people' }])
  expect(Object.keys(once.fields)).toEqual([...Object.keys(tags.fields), 'udf_gate'])
  expect(once).toMatchObject({
    list: [...tags.list, 'udf_gate'],
    search: [...tags.search, 'udf_gate'],
    filters: { ...tags.filters, udf_gate: null },
    form: [
      { section: 'details', fields: ['tag', 'company_id'] },
      { section: 'user_defined', fields: ['udf_gate'] },
    ],
  })
  expect(addUserFields(once, [gate])).toBe(once)
  expect(addUserFields(tags, [])).toBe(tags)
})

test.each<[Partial<UserField>, object]>([
  [{ data_type: 'text' }, { kind: 'text', max: 20 }],
  [
    { data_type: 'text', max_length: null },
    { kind: 'text', max: 255 },
  ],
  [
    { data_type: 'text', default_value: 'north' },
    { kind: 'text', max: 20, default: 'north' },
  ],
  [
    { data_type: 'long_text', max_length: null },
    { kind: 'long_text', max: 2000 },
  ],
  [
    { data_type: 'long_text', max_length: 300 },
    { kind: 'long_text', max: 300 },
  ],
  [{ data_type: 'email' }, { kind: 'text', format: 'email', max: 255 }],
  [
    { data_type: 'url', default_value: 'a.com' },
    { kind: 'text', format: 'url', max: 255, default: 'a.com' },
  ],
  [{ data_type: 'integer' }, { kind: 'integer' }],
  [
    { data_type: 'integer', min_value: '1', max_value: '9', default_value: '3' },
    { kind: 'integer', min: 1, max: 9, default: 3 },
  ],
  [
    { data_type: 'flag', default_value: '1' },
    { kind: 'flag', default: 1 },
  ],
  [{ data_type: 'decimal' }, { kind: 'decimal', digits: 18, scale: 2 }],
  [
    { data_type: 'decimal', decimals: 0, min_value: '-1.5', default_value: '2.50' },
    { kind: 'decimal', digits: 18, scale: 0, min: -1.5, default: '2.50' },
  ],
  [{ data_type: 'date' }, { kind: 'date' }],
  [
    { data_type: 'time', default_value: '09:30' },
    { kind: 'time', default: '09:30' },
  ],
  [{ data_type: 'choice' }, { kind: 'choice', of: [] }],
  [
    { data_type: 'choice', choices: ['a', 'b'], default_value: 'b' },
    { kind: 'choice', of: ['a', 'b'], default: 'b' },
  ],
])('a field that is %j is judged as %j', (more, field) => {
  expect(fieldFromUserField({ ...gate, ...more })).toEqual({ ...field, isUserDefined: true })
})

test('a field can be required, and for staff only', () => {
  expect(fieldFromUserField({ ...gate, is_required: 1, staff_only: 1 })).toEqual({
    kind: 'text',
    max: 20,
    isUserDefined: true,
    required: true,
    staffOnly: true,
  })
})

test('a value is stored by the name of its field', () => {
  expect(userFieldKey(gate)).toBe('udf_gate')
  expect(userFieldStorageKey('udf_gate', fieldFromUserField(gate))).toBe('gate')
  expect(userFieldStorageKey('tag', tags.fields.tag)).toBeUndefined()
  expect(userFieldStorageKey('tag', undefined)).toBeUndefined()
})

test('a field is in list, search and filters only if configured', () => {
  const hidden = addUserFields(tags, [{ ...gate, in_list: 0, is_searchable: 0, is_filter: 0 }])
  expect(hidden).toMatchObject({ list: tags.list, search: tags.search, filters: tags.filters })
  expect(Object.keys(hidden.filters)).toEqual(Object.keys(tags.filters))
  expect(hidden.fields).toMatchObject({ ...tags.fields, udf_gate: { kind: 'text' } })
})

test('a form keeps its sections, and bulk changes gain the field', () => {
  const form = [{ section: 'whose', fields: ['company_id'] }] as const
  const extended = addUserFields({ ...tags, form, bulk: ['tag'] } as const, [gate])
  expect(extended.form).toEqual([...form, { section: 'user_defined', fields: ['udf_gate'] }])
  expect(extended.bulk).toEqual(['tag', 'udf_gate'])
  expect(addUserFields(tags, [gate])).not.toHaveProperty('bulk')
})
