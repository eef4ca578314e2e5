import { expect, test } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import type { Resource } from './definition.ts'
import { formResource } from './formResource.ts'

const kind: Resource = tags
const FIELDS = [
  { name: 'tag', input_type: 'text', max_len: 9_999, default_value: 'Route', comments: 'North or south' },
  { name: 'company_id', input_type: 'select' },
  { name: 'gone', input_type: 'text' },
] as const

test('a form narrows its kind, says what it has to say, and leaves out what the kind does not have', () => {
  const { fields, form } = formResource(kind, FIELDS)
  expect(form).toEqual([{ section: 'details', fields: ['tag', 'company_id'] }])
  expect(fields['tag']).toMatchObject({ max: tags.fields.tag.max, default: 'Route', note: 'North or south' })
})

test('sections stand in their order, each with its own fields', () => {
  const { form } = formResource(kind, FIELDS, [
    { name: 'details', title: null, fields: ['tag', 'gone'] },
    { name: 'form_2', title: 'whose', fields: ['company_id'] },
  ])
  expect(form).toEqual([
    { section: 'details', fields: ['tag'] },
    { section: 'form_2', fields: ['company_id'] },
  ])
})
