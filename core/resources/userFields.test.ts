import { expect, test } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import { type UserField, withUserFields } from './userFields.ts'

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

test('a kind of record is given the fields that are for it, each once', () => {
  const once = withUserFields(tags, [gate, { ...gate, resource: 'people' }])
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
  expect(withUserFields(once, [gate])).toBe(once)
  expect(withUserFields(tags, [])).toBe(tags)
})
