/** Which sign stands before the decimals of a column's figures. */
export type DecimalSign = '.' | ','

/**
 * A figure as the wire has it, from how people write one: with groups of thousands, the sign of a currency, a percent sign,
 * or in brackets where it is negative. What is no figure stays as it is: the check then says so.
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

/** Which decimal sign a figure can only have; nothing where it can have both, or has none. */
export function decimalSignOf(text: string): DecimalSign | undefined {
  const signs = text.replace(/[^.,]/g, '')
  if (signs === '' || !/^[-+($€£\s]*[\d.,' ]+[)%$€£\s]*$/.test(text)) return undefined
  const last = signs.at(-1) as DecimalSign
  // Both of them: the last one stands before the decimals. The same one twice stands between thousands.
  if (new Set(signs).size > 1) return last
  if (signs.length > 1) return last === '.' ? ',' : '.'
  const [, after = ''] = text.split(last)
  return /^\d{3}\D*$/.test(after) ? undefined : last
}
