const SIGNS: Readonly<Record<string, string>> = { $: 'A', '%': 'P' }

/** The body of a document with `$` and `%` as what they also mean: a discount by amount (A) or percent (P). */
export function normalizeDiscountType(body: object): object {
  const { discount_type, details } = body as { discount_type?: unknown; details?: unknown }
  return {
    ...body,
    ...(discount_type !== undefined && { discount_type: withoutSign(discount_type) }),
    ...(Array.isArray(details) && { details: details.map(lineWithoutSign) }),
  }
}

function lineWithoutSign(line: unknown): unknown {
  if (typeof line !== 'object' || line === null || !('line_discount_type' in line)) return line
  return { ...line, line_discount_type: withoutSign(line.line_discount_type) }
}

function withoutSign(value: unknown): unknown {
  return typeof value === 'string' ? (SIGNS[value] ?? value) : value
}
