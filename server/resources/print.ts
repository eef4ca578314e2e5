import { isRightToLeft } from '#core/platform/locales.ts'
import { type Resource, readableFields } from '#core/resources/definition.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { CallInput } from '#server/platform/http.ts'
import { say } from '#server/platform/language.ts'
import { marksFor } from './currencyMarks.ts'
import { displayValue, fieldLabel, instantText, isOwnUnitSystem } from './display.ts'
import { idFrom } from './ids.ts'
import { type GivenQuery, LARGEST_PAGE, listQueryOf } from './listQuery.ts'
import type { Operations } from './operations.ts'
import { pdfOf } from './pdf.ts'
import type { PrintDocument } from './printDocument.ts'

/** Answers the print call: HTML in the envelope, or a PDF of the same content. */
export async function answerPrint(
  context: Context,
  resource: Resource,
  operations: Operations,
  { query, reply }: CallInput,
): Promise<object | undefined> {
  const id = query[resource.id]
  const document =
    id === undefined
      ? await listDocument(context, resource, operations, query)
      : await recordDocument(context, resource, operations, idFrom(id))
  if (query.format !== 'pdf') return { print: { title: document.title, html: htmlOf(document) } }
  void reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${resource.name}.pdf"`)
    .send(await pdfOf(document))
  return undefined
}

async function recordDocument(
  { actor, ...context }: Context,
  resource: Resource,
  operations: Operations,
  id: number,
): Promise<PrintDocument> {
  const record = (await operations.read({ actor, ...context }, id)) as Record<string, unknown>
  const marks = await marksFor({ actor, ...context }, resource)
  const single = say(actor.language, `records.${resource.name}.single`)
  const names = readableFields(resource)
    .map(([name]) => name)
    .filter((name) => isOwnUnitSystem(actor, name))
  const rows = names
    .map((name) => [
      fieldLabel(actor, resource, name),
      displayValue({ actor, marks }, resource, name, record),
    ])
    .filter(([, value]) => value !== '')
  return {
    title: `${single} ${displayValue({ actor, marks }, resource, resource.title, record)}`.trim(),
    subtitle: printedAt(actor, context.now),
    language: actor.language,
    head: [],
    rows,
  }
}

async function listDocument(
  context: Context,
  resource: Resource,
  operations: Operations,
  query: Record<string, unknown>,
): Promise<PrintDocument> {
  const { actor } = context
  const asked = listQueryOf(resource, {
    ...(query as GivenQuery),
    page_size: String(LARGEST_PAGE),
    page_num: '1',
  })
  const { rows, page } = await operations.list(context, asked)
  const marks = await marksFor(context, resource)
  const more = page.total_records > rows.length ? ` (${rows.length} / ${page.total_records})` : ''
  return {
    title: say(actor.language, `records.${resource.name}.label`) + more,
    subtitle: printedAt(actor, context.now),
    language: actor.language,
    head: resource.list.map((name) => fieldLabel(actor, resource, name)),
    rows: rows.map((row) => resource.list.map((name) => displayValue({ actor, marks }, resource, name, row))),
  }
}

function printedAt(actor: Actor, now: Date): string {
  return say(actor.language, 'print.printed_at', { at: instantText(actor, now.toISOString()) })
}

const STYLE = `body{font:14px/1.5 Inter,system-ui,sans-serif;margin:2rem;color:#111}h1{font-size:1.4rem;margin:0}
p{color:#555;margin:.2rem 0 1.2rem}table{border-collapse:collapse;width:100%}thead{display:table-header-group}
th,td{text-align:start;padding:.35rem .6rem;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}tr{break-inside:avoid}`

function htmlOf({ title, subtitle, language, head, rows }: PrintDocument): string {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  const line = (cells: string[]) =>
    head.length > 0
      ? `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
      : `<tr><th scope="row">${escapeHtml(cells[0] ?? '')}</th><td>${escapeHtml(cells[1] ?? '')}</td></tr>`
  const heading =
    head.length > 0
      ? `<thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead>`
      : ''
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p><table>${heading}<tbody>${rows.map(line).join('')}</tbody></table></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>')
}
