import { expect, test } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'
import {
  hasCall,
  listKeyOf,
  pathOf,
  permissionFor,
  type Resource,
  sortableFields,
  tableOf,
  writableFields,
} from './definition.ts'
import type { Field } from './field.ts'
import { bulkFields } from './fields/bulkFields.ts'
import { BUSINESS_CURRENCY, COMPANY_CURRENCY, currencyKeyOf } from './fields/currencyKey.ts'
import { currencyKeysOf } from './fields/currencyKeysOf.ts'
import { distinctLabels } from './fields/distinctLabels.ts'
import { isNumeric } from './fields/isNumeric.ts'
import { isOfUnitSystem } from './fields/isOfUnitSystem.ts'
import { isStored } from './fields/isStored.ts'
import { readableFields } from './fields/readableFields.ts'
import type { SelectingUser } from './selection.ts'
import { isSelectableByAll, mayWrite } from './selection.ts'

/** A kind of record with these properties, and otherwise defaults. */
function kind(more: object = {}): Resource {
  return { ...tags, ...more } as Resource
}

test('path, list key and table are the name of a kind of record, unless overridden', () => {
  expect([tableOf(tags), pathOf(tags), listKeyOf(tags)]).toEqual(['tags', '/tags', 'tags'])
  const other = kind({ path: '/labels', listKey: 'labels', within: { table: 'words', where: { type: 1 } } })
  expect([tableOf(other), pathOf(other), listKeyOf(other)]).toEqual(['words', '/labels', 'labels'])
})

test('a field is stored unless it is user-defined or derived from a date', () => {
  expect(isStored({ kind: 'text', max: 9 })).toBe(true)
  expect(isStored({ kind: 'flag' })).toBe(true)
  expect(isStored({ kind: 'text', max: 9, isUserDefined: true })).toBe(false)
  expect(isStored({ kind: 'date_passed', date: 'due', computed: true })).toBe(false)
})

test('a list is sortable by its columns and times, each once, and by columns of other tables', () => {
  expect(sortableFields(tags)).toEqual([
    'tag_id',
    'created_at',
    'updated_at',
    'tag',
    'company_id',
    'device_count',
  ])
  const orders = { level: { table: 'levels', column: 'percent' } }
  expect(sortableFields(kind({ sortable: ['tag'], orders }))).toEqual(['tag', 'level'])
})

const MIXED = kind({
  title: 'name',
  fields: {
    name: { kind: 'text', max: 9 },
    code: { kind: 'text', max: 9, unique: true },
    color: { kind: 'text', max: 9 },
    password: { kind: 'secret', min: 1, max: 9 },
    picture: { kind: 'image' },
    volume: { kind: 'formula', max: 9 },
    words: { kind: 'name_list' },
    sort_order: { kind: 'integer' },
    count: { kind: 'integer', computed: true },
  },
})
const names = (fields: readonly (readonly [string, unknown])[]) => fields.map(([name]) => name)

test('a client writes fields that are not computed, and reads fields that are not secret', () => {
  const all = Object.keys(MIXED.fields)
  expect(names(writableFields(MIXED))).toEqual(all.filter((name) => name !== 'count'))
  expect(names(readableFields(MIXED))).toEqual(all.filter((name) => name !== 'password'))
})

test('bulk changes exclude fields that identify a record', () => {
  expect(bulkFields(MIXED)).toEqual(['color'])
  expect(bulkFields({ ...MIXED, bulk: ['code'] })).toEqual(['code'])
})

test('reading requires the permission of its module, writing possibly that of another module', () => {
  expect(permissionFor(tags, 'update')).toBe('tags.update')
  const written = kind({ writeModule: 'developer_tools' })
  expect(permissionFor(written, 'read')).toBe('tags.read')
  expect(permissionFor(written, 'delete')).toBe('developer_tools.delete')
})

test('a kind has every operation unless it lists its own', () => {
  expect(hasCall(tags, 'remove')).toBe(true)
  expect(hasCall(kind({ calls: ['list'] }), 'list')).toBe(true)
  expect(hasCall(kind({ calls: ['list'] }), 'remove')).toBe(false)
})

test('all users choose from configuration lists, except lists that only developers write', () => {
  const list = { scope: 'shared', module: 'configuration' }
  expect(isSelectableByAll(kind(list))).toBe(true)
  expect(isSelectableByAll(kind({ ...list, scope: 'company' }))).toBe(false)
  expect(isSelectableByAll(kind({ ...list, module: 'tags' }))).toBe(false)
  expect(isSelectableByAll(kind({ ...list, writeModule: 'developer_tools' }))).toBe(false)
})

test('a user writes a kind if login type and permission allow creating or changing its records', () => {
  const may = (...granted: string[]): SelectingUser => ({
    loginType: 'csr',
    may: (one) => granted.includes(one),
  })
  expect(mayWrite(may('tags.create'), tags)).toBe(true)
  expect(mayWrite(may('tags.update'), tags)).toBe(true)
  expect(mayWrite(may('tags.read', 'tags.delete'), tags)).toBe(false)
  expect(mayWrite(may('tags.create'), kind({ calls: ['list', 'update'] }))).toBe(false)
  expect(mayWrite(may('tags.update'), kind({ calls: ['list', 'update'] }))).toBe(true)
  expect(mayWrite(may('tags.create', 'tags.update'), kind({ loginTypes: ['administrator'] }))).toBe(false)
})

test('an amount has its own currency, else its record’s, its company’s or the business’s', () => {
  const money = { kind: 'money' }
  const own = {
    price: { kind: 'money', currency: 'price_currency_id' },
    total: money,
    note: { kind: 'text', max: 9 },
  }
  const inRecord = kind({
    fields: { ...own, currency_id: { kind: 'reference' }, company_id: { kind: 'reference' } },
  })
  expect(currencyKeyOf(inRecord, 'price')).toBe('price_currency_id')
  expect(currencyKeyOf(inRecord, 'total')).toBe('currency_id')
  const ofCompany = kind({ fields: { ...own, company_id: { kind: 'reference' } } })
  expect(currencyKeyOf(ofCompany, 'total')).toBe(COMPANY_CURRENCY)
  expect(currencyKeyOf(kind({ fields: own }), 'total')).toBe(BUSINESS_CURRENCY)
  expect([COMPANY_CURRENCY, BUSINESS_CURRENCY]).toEqual(['company_currency_id', 'house_currency_id'])
  expect(currencyKeysOf(kind({ fields: { ...own, tax: money } }))).toEqual([
    'price_currency_id',
    BUSINESS_CURRENCY,
  ])
  expect(currencyKeyOf(tags, 'no_field')).toBe(COMPANY_CURRENCY)
})

test('figures are right-aligned; the id of a country is not a figure', () => {
  expect(isNumeric({ kind: 'integer' })).toBe(true)
  expect(isNumeric({ kind: 'country' })).toBe(false)
  expect(isNumeric({ kind: 'decimal', digits: 5, scale: 2 })).toBe(true)
  expect(isNumeric({ kind: 'money' })).toBe(true)
  expect(isNumeric({ kind: 'text', max: 9 })).toBe(false)
  expect(isNumeric(undefined)).toBe(false)
})

test('a user sees the figures of their unit system and those without one', () => {
  const metric: Field = { kind: 'decimal', digits: 9, scale: 3, unit: 'mm', unitSystem: 'metric' }
  const imperial: Field = { ...metric, unit: 'in', unitSystem: 'imperial' }
  const plain: Field = { kind: 'decimal', digits: 9, scale: 3, unit: 'L' }
  const shownTo = (units: UnitSystem) =>
    [metric, imperial, plain, undefined].map((field) => isOfUnitSystem(field, units))
  expect(shownTo('metric')).toEqual([true, false, true, true])
  expect(shownTo('imperial')).toEqual([false, true, true, true])
})

test('only fields with equal labels get their section', () => {
  const form = [
    { section: 'billing', fields: ['bill_city', 'note'] },
    { section: 'shipping', fields: ['ship_city'] },
  ]
  const label = (name: string) => name.replace(/^.*_/, '')
  const labels = (names: string[], resource = kind({ form })) =>
    distinctLabels(resource, names, label, (section) => section.toUpperCase())
  expect(labels(['bill_city', 'note', 'ship_city'])).toEqual(['city (BILLING)', 'note', 'city (SHIPPING)'])
  expect(labels(['bill_city', 'note'])).toEqual(['city', 'note'])
  expect(labels(['bill_city', 'old_city'])).toEqual(['city (BILLING)', 'city'])
  expect(labels(['bill_city', 'ship_city'], kind({ form: undefined }))).toEqual(['city', 'city'])
  const added = [...form, { section: 'user_defined', fields: ['udf_city'] }]
  expect(labels(['bill_city', 'udf_city'], kind({ form: added }))).toEqual(['city (BILLING)', 'city'])
})

test('a kind without amounts has no currency', () => {
  expect(currencyKeysOf(tags)).toEqual([])
  const fields = { price: { kind: 'money', currency: 'price_currency_id' }, note: { kind: 'text', max: 9 } }
  expect(currencyKeysOf(kind({ fields }))).toEqual(['price_currency_id'])
})
