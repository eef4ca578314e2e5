/** The decimal sign of a column's numbers. */
const SIGNS = ['.', ','] as const
export type DecimalSign = (typeof SIGNS)[number]

/**
 * Converts a written number to the API's format: with thousands separators, a currency, a percent sign, or brackets for
 * negative numbers. Other text is returned unchanged, for validation to report.
 */
export function readNumber(text: string, sign: DecimalSign): string {
  if (text.length > 60) return text
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*-/.test(text)
  const bare = text
    .replace(/^\(|\)$/g, '')
    .replace(/^(?:[A-Z]{3}|[A-Z]{0,3}[$€£])\s?|\s?(?:[$€£%]|[A-Z]{3})$/g, '')
    .replace(/^[-+]\s?/, '')
    .replace(/^[$€£]\s?/, '')
  const other = sign === '.' ? ',' : '.'
  const groups = new RegExp(`^\\d{1,3}(?:[${other}' \\u00a0\\u202f]\\d{3})+(?:\\${sign}\\d+)?$`)
  const isGrouped = groups.test(bare)
  if (!isGrouped && !new RegExp(`^(?:\\d+(?:\\${sign}\\d*)?|\\${sign}\\d+)$`).test(bare)) return text
  const [whole = '', decimals = ''] = (isGrouped ? bare.replace(groupSigns(other), '') : bare).split(sign)
  const figure = `${whole || '0'}${decimals ? `.${decimals}` : ''}`
  return isNegative && /[1-9]/.test(figure) ? `-${figure}` : figure
}

const groupSigns = (other: string) => new RegExp(`[${other}' \\u00a0\\u202f]`, 'g')

/** The only possible decimal sign of a number; undefined if ambiguous, or without one. */
export function decimalSignOf(text: string): DecimalSign | undefined {
  const signs = text.replace(/[^.,]/g, '')
  const last = SIGNS.find((sign) => signs.endsWith(sign))
  if (!last || !/^[-+($€£\s]*[\d.,' ]+[)%$€£\s]*$/.test(text)) return undefined
  // If both occur, the last one is the decimal sign. If one occurs twice, it separates thousands.
  if (new Set(signs).size > 1) return last
  if (signs.length > 1) return last === '.' ? ',' : '.'
  const [, after = ''] = text.split(last)
  return /^\d{3}\D*$/.test(after) ? undefined : last
}
