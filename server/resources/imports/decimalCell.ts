/** A figure with the decimal point of the wire. */
export function decimalCell(cell: string, hasDecimalComma: boolean): string {
  return hasDecimalComma && /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell
}
