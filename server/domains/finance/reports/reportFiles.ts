import { stringify } from 'csv-stringify/sync'
import type { exportReport as definition } from '#core/domains/finance/reportCalls.ts'
import { columnsOf, type FigureKind, type ReportName } from '#core/domains/finance/reports.ts'
import { type CurrencyMarks, formatMoney, formatPrice, sheetFormat } from '#core/platform/numbers/money.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { translate } from '#server/platform/translate.ts'
import { escapeFormula } from '#server/resources/files/export.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { type Cell, sendXlsx } from '#server/resources/files/xlsx.ts'
import { type MarksById, readCurrencyMarks } from '#server/resources/names/currencyMarks.ts'
import { dateText, figureText, instantText, localeOfActor } from '#server/resources/names/textFormats.ts'
import type { Report, ReportQuery } from './question.ts'
import { FILED_ROWS, readReport } from './readReport.ts'

type Row = Report['rows'][number]

/** Returns all rows of a report as a file, with unrounded figures. */
export async function sendReport(
  context: Context,
  name: ReportName,
  { format, ...query }: Input<typeof definition>['query'],
  reply: Input<typeof definition>['reply'],
): Promise<undefined> {
  const report = await readReport(context, name, query, FILED_ROWS)
  const marks = await readMarks(context)
  const texts = textsOf(context, name, report)
  const columns = columnsOf(name)
  const file = `${name}-${report.from}-${report.to}.${format}`
  void reply.header('content-disposition', `attachment; filename="${file}"`)
  const codeOf = ({ currency_id }: Row) => marks.get(Number(currency_id))?.code ?? ''
  const cellOf = ([column, kind]: (typeof columns)[number], { figures }: Row) => {
    const value = figures[column] ?? null
    return kind === 'choice' && value !== null ? texts.choice(value) : value
  }
  const head = [texts.group, texts.currency, ...texts.columns]
  if (format === 'csv') {
    const lines = report.rows.map((row) => [
      ...[texts.title(row), codeOf(row)],
      ...columns.map((column) => cellOf(column, row) ?? ''),
    ])
    // The byte order mark makes spreadsheets read the file as UTF-8.
    const csv = stringify([head, ...lines.map((line) => line.map(escapeFormula))], { bom: true })
    void reply.type('text/csv; charset=utf-8').send(csv)
    return
  }
  const cells = report.rows.map((row) => [
    ...[texts.title(row), codeOf(row)],
    ...columns.map((column): Cell => {
      const [value, mark] = [cellOf(column, row), marks.get(Number(row.currency_id))]
      if (value === null || isText(column[1])) return value
      const isAmount = column[1] === 'money' || column[1] === 'price'
      if (!isAmount || !mark) return Number(value)
      return { value: Number(value), format: sheetFormat(mark, column[1] === 'price') }
    }),
  ])
  sendXlsx(reply, texts.label, head, cells)
}

/** A report on paper: its totals and its largest rows. */
export async function drawReport(
  context: Context,
  name: ReportName,
  query: ReportQuery,
): Promise<PrintDocument> {
  const { actor } = context
  const report = await readReport(context, name, query)
  const marks = await readMarks(context)
  const texts = textsOf(context, name, report)
  const columns = columnsOf(name)
  const cellsOf = ({ figures, currency_id }: Pick<Row, 'figures' | 'currency_id'>) => {
    const mark = marks.get(Number(currency_id))
    return columns.map(([column, kind]) => {
      const value = figures[column] ?? null
      if (value === null) return ''
      return kind === 'choice' ? texts.choice(value) : cellText(actor, value, kind, mark)
    })
  }
  const periodText = ({ from, to }: { from: string; to: string }) =>
    `${dateText(actor, from)} – ${dateText(actor, to)}`
  return {
    title: texts.label,
    subtitle: [
      ...[periodText(report), ...report.filters.map(({ title }) => title ?? '–')],
      translate(actor.language, 'print.printed_at', { at: instantText(actor, context.now.toISOString()) }),
    ].join(' · '),
    language: actor.language,
    ...(report.seller_id !== null && (await readLetterhead(context, report.seller_id))),
    head: [texts.group, ...texts.columns],
    figures: columns.flatMap(([, kind], index) => (isText(kind) ? [] : [index + 1])),
    rows: [
      ...report.totals.flatMap(({ currency_id, now, before }) => [
        [`${texts.total} ${periodText(report)}`, ...cellsOf({ figures: now, currency_id })],
        [`${texts.total} ${periodText(report.before)}`, ...cellsOf({ figures: before, currency_id })],
      ]),
      ...report.rows.map((row) => [texts.title(row), ...cellsOf(row)]),
      ...(report.left_out > 0 ? [[`+ ${report.left_out}`, ...columns.map(() => '')]] : []),
    ],
  }
}

function cellText(actor: Actor, value: string, kind: FigureKind, mark: CurrencyMarks | undefined): string {
  if (kind === 'date') return dateText(actor, value)
  if (kind === 'text') return value
  if (mark && kind === 'money') return formatMoney(value, mark, localeOfActor(actor))
  if (mark && kind === 'price') return formatPrice(value, mark, localeOfActor(actor))
  return figureText(actor, Number(value), kind === 'count' ? 0 : 1)
}

function isText(kind: FigureKind): boolean {
  return kind === 'text' || kind === 'date' || kind === 'choice'
}

async function readMarks(context: Context): Promise<MarksById> {
  return new Map((await readCurrencyMarks(context)).map((mark) => [mark.currency_id, mark]))
}

function textsOf({ actor }: Context, name: ReportName, { by, unit }: Report) {
  const unitName = translate(actor.language, `units.${unit}`)
  const text = (key: string) => translate(actor.language, `records.reports.${key}`, { unit: unitName })
  return {
    ...{ label: text(`names.${name}`), group: text(`groups.${by}`), total: text('total') },
    currency: text('currency'),
    columns: columnsOf(name).map(([column, kind]) => {
      const label = text(`columns.${column}`)
      return kind === 'volume' ? `${label} (${unitName})` : label
    }),
    choice: (value: string) => text(`choices.${value}`),
    title: ({ key, title }: Row) => title ?? (key === 'none' ? text(`without.${by}`) : key),
  }
}
