import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { newRecordSchema } from '#core/resources/schema.ts'
import { en } from '#core/texts.en.ts'
import { es } from '#core/texts.es.ts'
import { COMPANY } from '../accounts.ts'
import { startTestServer, type TestServer } from '../startTestServer.ts'
import { readFacts } from './readFacts.ts'

const { messages } = readFacts()
const texts = { en: en.rules, es: es.rules } as Record<'en' | 'es', Record<string, string>>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PASSWORD = 'Harbour#71vQ'
const USER = {
  phone_number: '+1 517 555 0123',
  first_name: 'Mae',
  last_name: 'Sage',
  username: 'messages@ullage.example',
  password: PASSWORD,
  confirm_password: PASSWORD,
  login_type_id: 'customer',
  company_id: COMPANY.customer,
}
const TAG = { tag: 'Messages', company_id: COMPANY.customer }
const TANK_TYPE = { tank_type: 'Messages', slug: 'messages' }
const TERM = { description: 'Messages', term_days: 1 }
const ADDRESS = {
  object_ref: 'company',
  object_id: COMPANY.customer,
  address_type: 'shipping',
  address1: '1 Main St',
  city: 'Lansing',
  state: 'MI',
}

/** A call that breaks the rule of each message: the path, the body, and the field that the refusal names. */
const BROKEN: readonly (readonly [rule: string, path: string, body: object, field: string])[] = [
  ['password_required', '/users', { ...USER, password: '', confirm_password: '' }, 'password'],
  ['password_match', '/users', { ...USER, confirm_password: 'Harbour#72vQ' }, 'confirm_password'],
  ['password_short', '/users', { ...USER, password: 'Ulla#26', confirm_password: 'Ulla#26' }, 'password'],
  [
    'password_long',
    '/users',
    { ...USER, password: `${PASSWORD}abcdef`, confirm_password: `${PASSWORD}abcdef` },
    'password',
  ],
  [
    'password_classes',
    '/users',
    { ...USER, password: 'ullage2026', confirm_password: 'ullage2026' },
    'password',
  ],
  ['mobile_required', '/users', { ...USER, phone_number: undefined }, 'phone_number'],
  ['username', '/users', { ...USER, username: 'two words here' }, 'username'],
  [
    'email',
    '/entity_emails',
    { email_address: 'nobody', email_type: 'work', object_ref: 'company', object_id: 1 },
    'email_address',
  ],
  ['url', '/vendors', { company: 'Messages', website: 'nowhere' }, 'website'],
  ['zip', '/entity_addresses', { ...ADDRESS, zip_code: '489' }, 'zip_code'],
  ['not_negative', '/payment_terms', { ...TERM, term_days: -1 }, 'term_days'],
  ['too_high', '/payment_terms', { ...TERM, term_days: 1_000_000_000 }, 'term_days'],
  ['too_long', '/tags', { ...TAG, tag: 'x'.repeat(1000) }, 'tag'],
  ['unique_items', '/vendors', { company: 'Messages', packing_list_fields: 'a|a' }, 'packing_list_fields'],
  ['pipe_ends', '/vendors', { company: 'Messages', packing_list_fields: '|a' }, 'packing_list_fields'],
  ['letter_first', '/tank_types', { ...TANK_TYPE, slug: '1st' }, 'slug'],
  ['unique', '/currencies', { name: 'Dollar', code: 'USD' }, 'code'],
]

describe('the messages of the specification', () => {
  test('are in the texts word for word, and have a Spanish text', () => {
    for (const [rule, text] of Object.entries(messages)) {
      expect(texts.en[rule]).toBe(text)
      expect(texts.es[rule], rule).toBeTruthy()
      expect(texts.es[rule], rule).not.toBe(texts.en[rule])
    }
  })

  test.each(BROKEN)('%s is answered by %s', async (rule, path, body, field) => {
    const staff = server.as('administrator')
    for (const language of ['en', 'es'] as const) {
      await staff.call('PATCH', '/me', { language })
      const response = await staff.call('POST', path, body)
      await staff.call('PATCH', '/me', { language: 'en' })
      expect(response.status, response.raw).toBe(422)
      expect(response.body.errors).toContainEqual(
        expect.objectContaining({ field, message: texts[language][rule] }),
      )
    }
  })

  test('the message for a figure that may not be 0 names the limit', () => {
    const { error } = newRecordSchema(device_ports).safeParse({ sensor_offset: '0' })
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ path: ['sensor_offset'], message: 'not_zero' }),
    )
  })
})
