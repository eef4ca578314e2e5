import type { Field } from '#core/resources/field.ts'
import type { TextLength } from '#core/resources/kinds/anyText.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'

/** The largest valid value of a field and the smallest invalid one, with the violated rule. */
interface Limit {
  passes: unknown
  fails: unknown
  rule: string
}

/** The limits of a field alone. */
export function limitsOf(field: Field): Limit[] {
  switch (field.kind) {
    case 'text':
      return field.format && !LIMITED.includes(field.format) ? [] : textLimits(field, field.format)
    case 'long_text':
    case 'word_list':
      return textLimits(field)
    case 'integer':
    case 'country': {
      const max = 'max' in field ? field.max : undefined
      return [
        ...(max === undefined ? [] : [{ passes: max, fails: max + 1, rule: 'too_high' }]),
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
    }
    case 'decimal':
      return decimalLimits(field)
    case 'money': {
      // Two decimals: an amount has at most as many as its currency.
      const whole = '9'.repeat((field.digits ?? 13) - (field.scale ?? 3))
      return [{ passes: `${whole}.99`, fails: `1${whole}.99`, rule: 'decimal_size' }]
    }
    default:
      return []
  }
}

/** Formats in which a text of any length can be written. */
const LIMITED: readonly TextFormat[] = ['email', 'url', 'scanned_code', 'country_code']

function textLimits({ max, unique }: TextLength, format?: TextFormat): Limit[] {
  if (unique || max > 100_000) return []
  const start = format === 'url' ? 'https://example.com/' : ''
  const end = format === 'email' ? '@example.com' : ''
  // An address has at most 64 characters before the @, even in a longer field.
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
