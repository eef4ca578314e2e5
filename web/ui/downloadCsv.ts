import { downloadBlob } from './downloadBlob.ts'

/** Lets the browser save a table as a file. The byte order mark makes spreadsheets read it as UTF-8. */
export function downloadCsv(name: string, rows: readonly (readonly unknown[])[]): void {
  const text = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
  downloadBlob(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }), name)
}

/** A text that a spreadsheet would take for a formula is behind an apostrophe, as in all exports. */
function cellOf(value: unknown): string {
  const text = String(value ?? '')
  const isFormula = /^\s*[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  return `"${`${isFormula ? "'" : ''}${text}`.replaceAll('"', '""')}"`
}
