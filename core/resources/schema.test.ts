import { describe, expect, test } from 'vitest'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import type { Resource } from './definition.ts'
import type { Field, Fields } from './field.ts'
import { isUsername, type TextFormat } from './kinds/textFormats.ts'
import { changesSchema, newRecordSchema, valueSchema } from './schema.ts'

/** The parsed value, or the violated rules. */
function judged(field: Field, value: unknown): unknown {
  const { success, data, error } = valueSchema(field).safeParse(value, { reportInput: true })
  return success ? { is: data } : issuesOf(error).map(({ rule }) => rule)
}
const is = (value: unknown) => ({ is: value })

test('a text is trimmed before it is measured', () => {
  const label = valueSchema({ kind: 'text', required: true, max: 5 })
  expect(label.parse('  North  ')).toBe('North')
  expect(label.safeParse('Northe').success).toBe(false)
  expect(label.safeParse('   ').success).toBe(false)
})

describe('a value', () => {
  test.each<[string, Field, unknown, unknown]>([
    ['that may be left out is nothing when it is empty', { kind: 'text', max: 9 }, '', is(null)],
    ['that may be left out can be taken away', { kind: 'text', max: 9 }, null, is(null)],
    ['that is required is not', { kind: 'text', max: 9, required: true }, '', ['required']],
    ['that is required is not, whatever it is', { kind: 'integer', required: true }, null, ['required']],
    ['of text', { kind: 'text', max: 9 }, 7, ['type_string']],
    ['of text has its limit', { kind: 'text', max: 3 }, 'abcd', ['too_long']],
    ['of text has its least length', { kind: 'text', max: 9, min: 3 }, 'ab', ['too_short']],
    ['of text may have just that', { kind: 'text', max: 9, min: 3 }, 'abc', is('abc')],
    ['of text can have tabs', { kind: 'text', max: 9 }, 'a\tb', is('a\tb')],
    ['of text is one line', { kind: 'text', max: 9 }, 'a\r\nb', ['characters']],
    ['of long text can have lines', { kind: 'long_text', max: 9 }, 'a\n\tb\r\nc', is('a\n\tb\r\nc')],
    ['of text has no control characters', { kind: 'text', max: 9 }, 'a\u0000b', ['characters']],
    ['of text has none of them', { kind: 'text', max: 9 }, 'a\u001fb', ['characters']],
    ['of text has no deleting ones', { kind: 'text', max: 9 }, 'a\u007fb', ['characters']],
    ['of text has no half characters', { kind: 'text', max: 9 }, 'a\ud83d', ['characters']],
    ['of text has no other halves', { kind: 'text', max: 9 }, '\ude00a', ['characters']],
    ['of text has whole characters', { kind: 'text', max: 9 }, '\ud83d\ude00 ~', is('\ud83d\ude00 ~')],
    ['of rich text is text', { kind: 'text', format: 'rich_text', max: 9 }, '<b>x</b>', is('<b>x</b>')],
    ['of an option', { kind: 'option', max: 9, required: true } as Field, '', ['required']],
    ['of a formula', { kind: 'formula', max: 9, required: true } as Field, 'h*D', is('h*D')],
    [
      'that is secret has a word of its own',
      { kind: 'secret', required: true } as Field,
      undefined,
      ['password_required'],
    ],
    ['that is secret is not empty', { kind: 'secret', required: true } as Field, '', ['password_required']],
    ['that is secret keeps its spaces', { kind: 'secret', required: true } as Field, ' x ', is(' x ')],
    [
      'that is secret has a limit',
      { kind: 'secret', required: true } as Field,
      'x'.repeat(256),
      ['too_long'],
    ],
    ['that is whole', { kind: 'integer' }, 1.5, ['type_int']],
    ['that is whole fits the database', { kind: 'integer' }, 2147483648, ['too_high']],
    ['that is whole fits it below too', { kind: 'integer' }, -2147483649, ['too_low']],
    ['that is whole can be the largest', { kind: 'integer' }, 2147483647, is(2147483647)],
    ['that is whole has its range', { kind: 'integer', min: 2, max: 4 }, 5, ['too_high']],
    ['that is whole has its range below', { kind: 'integer', min: 2, max: 4 }, 1, ['too_low']],
    ['that is a flag', { kind: 'flag' }, 1, is(1)],
    ['that is not a flag', { kind: 'flag' }, 2, ['flag']],
    ['that is a boolean instead of a flag', { kind: 'flag' }, true, ['flag']],
    ['that is a day', { kind: 'date' }, '2026-02-28', is('2026-02-28')],
    ['that is not a day', { kind: 'date' }, '2026-02-30', ['date']],
    ['that is a moment', { kind: 'instant' }, '2026-02-28T10:00:00+02:00', is('2026-02-28T10:00:00+02:00')],
    ['that is a moment of no zone', { kind: 'instant' }, '2026-02-28T10:00:00', ['date']],
    ['that is a time', { kind: 'time' }, '23:59', is('23:59')],
    ['that is not a time', { kind: 'time' }, '24:00', ['time']],
    ['that is not a time either', { kind: 'time' }, '19:60', ['time']],
    ['that is a time and more', { kind: 'time' }, '09:30:00', ['time']],
    ['that is a time after something', { kind: 'time' }, '109:30', ['time']],
    ['that refers to a record', { kind: 'reference', to: 'tags' }, 1, is(1)],
    ['that refers to none', { kind: 'reference', to: 'tags' }, 0, ['not_negative']],
    ['that is an image', { kind: 'image' }, 3, is(3)],
    ['that is chosen', { kind: 'choice', of: ['a', 'b'] }, 'b', is('b')],
    ['that cannot be chosen', { kind: 'choice', of: ['a', 'b'] }, 'c', ['choice']],
    ['that is a number chosen', { kind: 'choice', of: [1, 2] }, 2, is(2)],
    ['that is a number not to choose', { kind: 'choice', of: [1, 2] }, 3, ['choice']],
    ['that is the text of a number to choose', { kind: 'choice', of: [1, 2] }, '1', ['choice']],
  ])('%s: %j, %j', (_, field, value, expected) => {
    expect(judged(field, value)).toEqual(expected)
  })

  test.each<[TextFormat, string[], [string, string][]]>([
    [
      'email',
      ['a.b@example.com'],
      [
        ['a@b', 'email'],
        ['@example.com', 'email'],
      ],
    ],
    [
      'url',
      [
        'www.example.com',
        'https://example.com:8080/a?b#c',
        'http://münchen.de',
        'a-b.example.co.uk',
        'EXAMPLE.COM/x',
      ],
      [
        ['example', 'url'],
        ['ftp://example.com', 'url'],
        ['example.com a', 'url'],
        ['-a.com', 'url'],
        ['a-.com', 'url'],
        ['a.b-', 'url'],
        ['a.-b', 'url'],
        ['a..com', 'url'],
        ['x https://example.com', 'url'],
        ['example.com:123456', 'url'],
        ['example.com:', 'url'],
        ['example.com/a b', 'url'],
      ],
    ],
    [
      'username',
      ['operator1', 'a@example.com'],
      [
        ['short', 'username'],
        ['name with space', 'username'],
      ],
    ],
    [
      'slug',
      ['net_30', 'a'],
      [
        ['1net', 'letter_first'],
        ['_net', 'letter_first'],
        ['Net', 'slug'],
        ['net-30', 'slug'],
      ],
    ],
    [
      'color',
      ['#12abEF', 'navy'],
      [
        ['#12', 'color'],
        ['bluish', 'color'],
      ],
    ],
    ['time_zone', ['America/Detroit'], [['Mars/Olympus', 'time_zone']]],
    [
      'public_id',
      ['AB-1.2:x_y'],
      [
        ['a b', 'public_id'],
        ['ä', 'public_id'],
        ['a/b', 'public_id'],
      ],
    ],
    [
      'route',
      ['/a/b-c', 'a_b', '/'],
      [
        ['/a b', 'route'],
        ['/a?b', 'route'],
        ['a:b', 'route'],
      ],
    ],
  ])('of the format %s', (format, good, bad) => {
    const field = { kind: 'text', format, max: 100 } as const
    for (const value of good) expect(judged(field, value)).toEqual(is(value))
    for (const [value, rule] of bad) expect([value, judged(field, value)]).toEqual([value, [rule]])
  })

  test('has bars only between the words of a list, and each word once', () => {
    const words: Field = { kind: 'word_list', max: 100 }
    for (const value of ['a', 'a|b', 'a b|c']) expect(judged(words, value)).toEqual(is(value))
    expect(judged(words, '|a')).toEqual(['pipe_ends'])
    expect(judged(words, 'a|')).toEqual(['pipe_ends'])
    expect(judged(words, 'a |b')).toEqual(['pipe_spaces'])
    expect(judged(words, 'a| b')).toEqual(['pipe_spaces'])
    expect(judged(words, 'a|A')).toEqual(['unique_items'])
  })

  test('is stored in international format if it is a phone number', () => {
    const phone: Field = { kind: 'phone', max: 16 } as Field
    expect(judged(phone, ' (313) 555-0100 ')).toEqual(is('+13135550100'))
    expect(judged(phone, '+49 30 901820')).toEqual(is('+4930901820'))
    expect(judged(phone, '12')).toEqual(['phone'])
    expect(judged(phone, '1'.repeat(33))).toEqual(['too_long'])
    expect(judged({ ...phone, max: 11 } as Field, '(313) 555-0100')).toEqual(['phone'])
    expect(judged({ ...phone, max: 12 } as Field, '(313) 555-0100')).toEqual(is('+13135550100'))
  })

  test('is validated with its country if it is a phone number; a mobile one has its own message', () => {
    expect(
      judged({ kind: 'phone', max: 16, country: 'country_id' } as unknown as Field, '030 901820'),
    ).toEqual(is('030 901820'))
    const needed = { kind: 'phone', max: 16, required: true }
    expect(judged(needed as Field, '')).toEqual(['required'])
    expect(judged({ ...needed, mobile: true } as Field, '')).toEqual(['mobile_required'])
    expect(judged({ ...needed, mobile: true } as Field, null)).toEqual(['mobile_required'])
  })
})

describe('a decimal', () => {
  const decimal = { kind: 'decimal', digits: 5, scale: 2 } as const

  test.each<[object, unknown, unknown]>([
    [{}, '1.5', is('1.50')],
    [{}, 1.5, is('1.50')],
    [{}, ' 7 ', is('7.00')],
    [{}, '-123.45', is('-123.45')],
    [{}, '1234', ['decimal_size']],
    [{}, '1.234', ['decimal_size']],
    [{}, '1e2', ['decimal']],
    [{}, 'x', ['decimal']],
    [{}, 'x1', ['decimal']],
    [{}, '1x', ['decimal']],
    [{}, '1.', ['decimal']],
    [{}, true, ['decimal']],
    [{ scale: 0 }, '12', is('12')],
    [{ min: 2 }, '2', is('2.00')],
    [{ min: 2 }, '1.99', ['decimal_range']],
    [{ max: 2 }, '2', is('2.00')],
    [{ max: 2 }, '2.01', ['decimal_range']],
    [{ above: 2 }, '2', ['decimal_range']],
    [{ above: 2 }, '2.01', is('2.01')],
    [{ below: 2 }, '2', ['decimal_range']],
    [{ below: 2 }, '1.99', is('1.99')],
    [{ notZero: true }, '0.00', ['not_zero']],
    [{ notZero: true }, '-0.01', is('-0.01')],
    [{}, '0', is('0.00')],
  ])('%j of %j', (more, value, expected) => {
    expect(judged({ ...decimal, ...more } as Field, value)).toEqual(expected)
  })

  test('reports the allowed digits before and after the point', () => {
    const { error } = valueSchema(decimal).safeParse('12345.678')
    expect(issuesOf(error!)).toEqual([{ field: '', rule: 'decimal_size', params: { whole: 3, scale: 2 } }])
  })

  test('has ten digits and three decimals by default for money, and any sign', () => {
    expect(judged({ kind: 'money' } as Field, '-1234567890.125')).toEqual(is('-1234567890.125'))
    expect(judged({ kind: 'money' } as Field, '12345678901')).toEqual(['decimal_size'])
    expect(judged({ kind: 'money' } as Field, '1.0001')).toEqual(['decimal_size'])
    expect(judged({ kind: 'money', digits: 8, scale: 6 } as Field, '12.123456')).toEqual(is('12.123456'))
    expect(judged({ kind: 'money', digits: 8, scale: 6 } as Field, '123')).toEqual(['decimal_size'])
  })
})

describe('a list', () => {
  const of = (kind: string, more: object = {}) => ({ kind, required: true, ...more }) as unknown as Field
  const many = (count: number, value: unknown) => Array.from({ length: count }, () => value)

  test('contains ids if it is of records', () => {
    expect(judged(of('references'), [1, 2])).toEqual(is([1, 2]))
    expect(judged(of('references'), [0])).not.toHaveProperty('is')
    expect(judged(of('references'), many(1000, 1))).toHaveProperty('is')
    expect(judged(of('references'), many(1001, 1))).toEqual(['too_high'])
  })

  test('contains any objects if it is of options', () => {
    expect(judged(of('rows', { of: 'object' }), [{ any: 1 }])).toEqual(is([{ any: 1 }]))
    expect(judged(of('rows', { of: 'object' }), ['x'])).toEqual(['type_object'])
    expect(judged(of('rows', { of: 'object' }), many(501, {}))).toEqual(['too_high'])
  })

  test('contains pairs of heights and volumes, none negative', () => {
    expect(
      judged(of('rows', { of: 'strapping' }), [
        [0, 0],
        [1e6, 1e9],
      ]),
    ).toEqual(
      is([
        [0, 0],
        [1e6, 1e9],
      ]),
    )
    expect(judged(of('rows', { of: 'strapping' }), [[-1, 0]])).toEqual(['not_negative'])
    expect(judged(of('rows', { of: 'strapping' }), [[0, -1]])).toEqual(['not_negative'])
    expect(judged(of('rows', { of: 'strapping' }), [[1e6 + 1, 0]])).toEqual(['too_high'])
    expect(judged(of('rows', { of: 'strapping' }), [[0, 1e9 + 1]])).toEqual(['too_high'])
    expect(judged(of('rows', { of: 'strapping' }), [[1]])).not.toHaveProperty('is')
    expect(judged(of('rows', { of: 'strapping' }), many(2001, [1, 1]))).toEqual(['too_high'])
  })

  test('contains short words, or the words of its choices', () => {
    expect(judged(of('name_list'), ['a', ' b '])).toEqual(is(['a', 'b']))
    expect(judged(of('name_list'), [''])).toEqual(['required'])
    expect(judged(of('name_list'), ['x'.repeat(66)])).toEqual(['too_long'])
    expect(judged(of('name_list'), many(101, 'a'))).toEqual(['too_high'])
    expect(judged(of('choices', { of: ['a', 'b'] }), ['b'])).toEqual(is(['b']))
    expect(judged(of('choices', { of: ['a', 'b'] }), ['c'])).toEqual(['choice'])
    const long = Array.from({ length: 120 }, (_, index) => `w${index}`)
    expect(judged(of('choices', { of: long }), long)).toEqual(is(long))
    expect(judged(of('choices', { of: ['a'] }), many(100, 'a'))).toHaveProperty('is')
  })

  test('contains a form’s fields, each with an identifier and an input type', () => {
    const field = { name: 'litres', input_type: 'number' }
    expect(judged(of('rows', { of: 'form_field' }), [field])).toEqual(is([field]))
    const whole = {
      ...field,
      field_id: 3,
      rules: 'required|min:1',
      min_len: 0,
      max_len: 65_535,
      default_value: 'x'.repeat(25),
      comments: '',
    }
    expect(judged(of('rows', { of: 'form_field' }), [whole])).toEqual(is([whole]))
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, name: '1litre' }])).toEqual(['letter_first'])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, name: '' }])).toContain('required')
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, input_type: 'wheel' }])).toEqual(['choice'])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, max_len: 65_536 }])).toEqual(['too_high'])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, min_len: -1 }])).toEqual(['not_negative'])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, field_id: 0 }])).not.toHaveProperty('is')
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, default_value: 'x'.repeat(26) }])).toEqual([
      'too_long',
    ])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, rules: 'x'.repeat(256) }])).toEqual([
      'too_long',
    ])
    expect(judged(of('rows', { of: 'form_field' }), [{ ...field, comments: 'x'.repeat(256) }])).toEqual([
      'too_long',
    ])
    expect(judged(of('rows', { of: 'form_field' }), many(201, field))).toEqual(['too_high'])
  })
})

describe('a username', () => {
  test.each([
    ['operator', true],
    ['Operator-1', true],
    ['a.b@example.com', true],
    ['operato', false],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['operator_1', false],
    [' operator', false],
    ['operator!', false],
    ['first.last', false],
    ['somebody@here', false],
  ])('%s: %s', (name, expected) => {
    expect(isUsername(name)).toBe(expected)
  })
})

describe('a record', () => {
  const LINES = {
    name: 'lines',
    id: 'line_id',
    fields: { product: { kind: 'text', max: 9, required: true } },
  } as unknown as Resource
  const ORDERS = {
    name: 'orders',
    id: 'order_id',
    fields: {
      title: { kind: 'text', max: 9, required: true },
      state: { kind: 'text', max: 9, required: true, default: 'new' },
      note: { kind: 'text', max: 9 },
      total: { kind: 'integer', computed: true },
    } satisfies Fields,
    details: LINES,
  } as unknown as Resource
  const found = (schema: ReturnType<typeof newRecordSchema>, body: unknown) => {
    const { success, data, error } = schema.safeParse(body)
    return success ? data : issuesOf(error).map(({ field, rule }) => `${field} ${rule}`)
  }

  test('needs required fields without a default when it is new; computed ones are not accepted', () => {
    const schema = newRecordSchema(ORDERS)
    expect(found(schema, { title: 'A', total: 3 })).toEqual({ title: 'A' })
    expect(found(schema, { note: 'x' })).toEqual(['title required'])
    expect(found(schema, { title: 'A', state: '' })).toEqual(['state required'])
    expect(found(schema, { title: 'A', details: [{ product: 'oil' }, {}] })).toEqual([
      'details.1.product required',
    ])
  })

  test('may omit any field in a change, but not clear a required one', () => {
    const schema = changesSchema(ORDERS)
    expect(found(schema, {})).toEqual({})
    expect(found(schema, { title: '' })).toEqual(['title required'])
    expect(found(schema, { note: null })).toEqual({ note: null })
    expect(found(schema, { details: [{ line_id: 3 }, { product: 'oil', line_id: null }] })).toEqual({
      details: [{ line_id: 3 }, { product: 'oil', line_id: null }],
    })
    expect(found(schema, { details: [{ line_id: 0 }] })).toHaveLength(1)
    expect(found(schema, { details: Array.from({ length: 501 }, () => ({})) })).toEqual(['details too_high'])
  })

  test('accepts no rows if its kind has no rows', () => {
    const { details: _, ...alone } = ORDERS
    expect(Object.keys(newRecordSchema(alone).shape)).toEqual(['title', 'state', 'note'])
    expect(Object.keys(newRecordSchema(ORDERS).shape)).toEqual(['title', 'state', 'note', 'details'])
  })
})

describe('the issues of a value', () => {
  test('are its first one, if the next would only follow from it', () => {
    expect(judged({ kind: 'text', max: 3 }, 'a\u0000bcd')).toEqual(['characters'])
    expect(judged({ kind: 'word_list', max: 99 }, '|a |a')).toEqual(['pipe_ends'])
    expect(judged({ kind: 'word_list', max: 99 }, 'a |a |b|b')).toEqual(['pipe_spaces'])
    expect(judged({ kind: 'decimal', digits: 5, scale: 2, min: 1, notZero: true }, '0')).toEqual([
      'decimal_range',
    ])
    expect(judged({ kind: 'decimal', digits: 3, scale: 2, max: 5 }, '123')).toEqual(['decimal_size'])
  })

  test('are none for short host names, early hours and items that share letters', () => {
    for (const url of ['a.b', 'a.com', 'x.y.z', 'ab.cd:80', 'a1.b2/c']) {
      expect(judged({ kind: 'text', format: 'url', max: 99 }, url)).toEqual(is(url))
    }
    for (const time of ['00:00', '09:30', '19:05', '20:00'])
      expect(judged({ kind: 'time' }, time)).toEqual(is(time))
    expect(judged({ kind: 'word_list', max: 99 }, 'aab|abb')).toEqual(is('aab|abb'))
  })
})
