import type { Field } from '#core/resources/field.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'

const OBJECT = { a: 1 }
const NULL_BYTE = 'a\u0000b'
/** Half of a surrogate pair: not valid text. */
const BROKEN = 'a\ud800b'
const SQL = "'); drop table companies; --"
const MARKUP = '<script>alert(1)</script>'
const RIGHT_TO_LEFT = '\u202eabc\u202c'

/** Days and instants that no calendar has, or that are out of range. */
export const IMPOSSIBLE_TIMES = ['0000-01-01', '9999-12-31', '2026-02-30'].flatMap((day) => [
  day,
  `${day}T23:59:59Z`,
])

/** Values that no field of that kind accepts, in any kind of record. */
export function badValues(field: Field): unknown[] {
  const noText = [OBJECT, ['x'], 7, true, NULL_BYTE, BROKEN]
  const noNumber = [OBJECT, ['x'], true, NULL_BYTE, BROKEN, SQL, MARKUP, '😀', RIGHT_TO_LEFT, 'NaN', '1e5']
  switch (field.kind) {
    case 'text':
      return [...noText, 'x'.repeat(field.max + 1), ...badTexts(field.format)]
    case 'long_text':
    case 'word_list':
      return [...noText, 'x'.repeat(field.max + 1)]
    case 'option':
    case 'formula':
      return [...noText, 'x'.repeat(field.max + 1), SQL, MARKUP, '😀', RIGHT_TO_LEFT]
    case 'phone':
      return [...noText, '1'.repeat(100), '12', SQL, MARKUP, '😀']
    case 'secret':
      return [OBJECT, ['x'], 7, true, NULL_BYTE, 'x'.repeat(10_000)]
    case 'country':
      return [...noNumber, 1.5, 1e15, -1e15, '7', 2_147_483_648]
    case 'integer':
      return [...noNumber, 1.5, 1e15, -1e15, '7', (field.max ?? 2_147_483_647) + 1]
    case 'reference':
    case 'image':
      return [...noNumber, 1.5, -1, 0, 1e300, '7', Number.MAX_SAFE_INTEGER + 1]
    case 'decimal':
    case 'money':
      return [...noNumber, 1e30, '9'.repeat(40), `0.${'1'.repeat(40)}`, 'Infinity', '0x10', '']
    case 'flag':
    case 'date_passed':
      return [...noNumber, 2, -1, 1e15, '1']
    case 'choice':
      return [...noNumber, 'nonsense', -1, 1e15]
    case 'date':
    case 'instant':
      return [
        ...noNumber,
        20260101,
        'infinity',
        'yesterday',
        '2026-02-30',
        '2026-13-01T00:00:00Z',
        '',
        ...IMPOSSIBLE_TIMES,
      ]
    case 'time':
      return [...noText, '24:00', '7:5', '07:60', SQL, MARKUP, '😀']
    case 'week_windows':
    case 'name_list':
    case 'choices':
    case 'references':
    case 'rows':
      return [OBJECT, 'x', 7, true, [OBJECT], [[NULL_BYTE]], [BROKEN], Array(3000).fill('x')]
  }
}

/** Texts of a valid length that no field of that format accepts. */
function badTexts(format: TextFormat | undefined): string[] {
  if (!format) return ['a\r\nb']
  const isAnyText = format === 'scanned_code' || format === 'country_code' || format === 'rich_text'
  return isAnyText ? [] : [SQL, MARKUP, RIGHT_TO_LEFT]
}

/** Texts that every field preserves exactly: other scripts and directions, combined characters, markup and SQL. */
export const PRESERVED_TEXTS = [
  '👩‍👩‍👧 Ж 中文',
  '\u202eעברית\u202c \u200fعربي',
  "'); drop table companies; -- \\ % _",
  `${MARKUP}<img src=x onerror="alert(1)"> &amp; &lt;`,
  '{{name}} $1 %s %00 \\u0000 null',
] as const

/** Texts that a spreadsheet would run as formulas. */
export const FORMULAS = ["=cmd|' /C calc'!A0", '+1+cmd', '-1+1|x', '@SUM(A1:A9)'] as const
