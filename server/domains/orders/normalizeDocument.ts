import type { Values } from '#core/platform/values.ts'

const SIGNS: Readonly<Record<string, string>> = { $: 'A', '%': 'P' }

/** Normalizes a document's body: `$` and `%` become a discount by amount (A) or percent (P), and an emptied price becomes 0. */
export function normalizeDocument(body: Values): Values {
  const { discount_type, details }: { discount_type?: unknown; details?: unknown } = body
  return {
    ...body,
    ...(discount_type !== undefined && { discount_type: withoutSign(discount_type) }),
    ...(Array.isArray(details) && { details: details.map(plainLine) }),
  }
}

function plainLine(line: unknown): unknown {
  if (typeof line !== 'object' || line === null) return line
  const { line_discount_type, unit_price }: { line_discount_type?: unknown; unit_price?: unknown } = line
  return {
    ...line,
    ...('line_discount_type' in line && { line_discount_type: withoutSign(line_discount_type) }),
    ...((unit_price === null || unit_price === '') && { unit_price: '0' }),
  }
}

function withoutSign(value: unknown): unknown {
  return typeof value === 'string' ? (SIGNS[value] ?? value) : value
}
