import type { readTaxReturn } from '#core/domains/finance/taxCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

type Row = AnswerOf<typeof readTaxReturn>['tax_return'][number]

const COLUMNS = [
  'seller_title',
  'jurisdiction',
  'tax_name',
  'rate',
  'unit_title',
  'taxable_quantity',
  'exempt_quantity',
  'taxable_amount',
  'exempt_amount',
  'tax',
  'documents',
] as const

/** The return as a file: figures as stored, texts that a spreadsheet would read as a formula behind an apostrophe. */
export function taxReturnCsv(rows: readonly Row[], labelOf: (name: string) => string): string {
  const lines = [COLUMNS.map(labelOf), ...rows.map((row) => COLUMNS.map((name) => String(row[name] ?? '')))]
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(text: string): string {
  const isFormula = /^\s*[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  return `"${`${isFormula ? "'" : ''}${text}`.replaceAll('"', '""')}"`
}
