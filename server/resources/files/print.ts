import type { FastifyReply } from 'fastify'
import { isRightToLeft } from '#core/platform/texts/locales.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isNumeric } from '#core/resources/fields/isNumeric.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { idFrom } from '#server/resources/changes/ids.ts'
import { allColumns, columnLabels } from '#server/resources/columns.ts'
import { LARGEST_PAGE, listQueryOf } from '#server/resources/lists/listQuery.ts'
import { readMarksFor } from '#server/resources/names/currencyMarks.ts'
import { displayValue } from '#server/resources/names/display.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { recordTitle } from '#server/resources/names/recordTitle.ts'
import { instantText } from '#server/resources/names/textFormats.ts'
import type { Operations } from '#server/resources/operations.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'
import { columnsOfRequest, definitionOf, withComputed } from './computedFields.ts'
import { languageOfPdf, pdfOf } from './pdf.ts'
import { isWide, type PrintDocument } from './printDocument.ts'

/** Returns the print call: HTML in the envelope, or a PDF of the same content. */
export async function answerPrint(
  context: Context,
  kind: Resource,
  operations: Operations,
  { query, reply }: { query: Readonly<Record<string, unknown>>; reply: FastifyReply },
): Promise<{ print: { title: string; html: string } } | undefined> {
  const resource = withUserFields(kind)
  const id = query[resource.id]
  const name = id === undefined ? resource.name : (title: string) => fileNameOf(title) || resource.name
  return answerPaper(context, { name, isPdf: query.format === 'pdf', reply }, (reader) =>
    id === undefined
      ? listDocument(reader, resource, operations, query)
      : operations.print(reader, idFrom(id)),
  )
}

interface Paper {
  /** Its file name, which may follow from the title of the document. */
  name: string | ((title: string) => string)
  isPdf: boolean
  reply: FastifyReply
}

/** Returns a document for one reader: HTML in the envelope, or a PDF of the same content. */
export async function answerPaper(
  context: Context,
  { name, isPdf, reply }: Paper,
  make: (reader: Context) => Promise<PrintDocument>,
): Promise<{ print: { title: string; html: string } } | undefined> {
  const language = isPdf ? languageOfPdf(context.actor.language) : context.actor.language
  const document = await make({ ...context, actor: { ...context.actor, language } })
  if (!isPdf) return { print: { title: document.title, html: htmlOf(document) } }
  void reply
    .type('application/pdf')
    .header(
      'content-disposition',
      `inline; filename="${typeof name === 'string' ? name : name(document.title)}.pdf"`,
    )
    .send(await pdfOf(document))
  return undefined
}

/** A title without the characters that a file name or a header does not allow: "Invoice-INV-2026-00593". */
function fileNameOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Creates a document of a record's fields, below `blocks` with its related records. */
export async function printRecord(
  context: Context,
  kind: Resource,
  record: Values,
  blocks: NonNullable<PrintDocument['blocks']>,
): Promise<PrintDocument> {
  const resource = withUserFields(kind)
  const { actor } = context
  const marks = await readMarksFor(context, resource)
  const single = translate(actor.language, `records.${resource.name}.single`)
  const rows = allColumns(actor, resource)
    .map((name) => [
      fieldLabel(actor, resource, name),
      displayValue({ actor, marks }, resource, name, record),
    ])
    .filter(([, value]) => value !== '')
  return {
    title: [single, recordTitle({ actor, marks }, resource, record)].filter(Boolean).join(' '),
    subtitle: printedAt(actor, context.now),
    language: actor.language,
    blocks,
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
  const listQuery = listQueryOf(resource, {
    ...query,
    page_size: String(LARGEST_PAGE),
    page_num: '1',
    count: 'exact',
  })
  const { computed } = operations
  const names = columnsOfRequest(context, resource, computed, query.columns) ?? resource.list
  const { rows: found, page } = await operations.list(context, listQuery)
  const marks = await readMarksFor(context, resource)
  const rows = await withComputed(context, found, computed, names)
  const ownerOf = (name: string) => definitionOf(resource, computed, name)
  const columns = names.map((name) => ({ name, of: ownerOf(name) }))
  const more = page.total_records > rows.length ? ` (${rows.length} / ${page.total_records})` : ''
  return {
    title: translate(actor.language, `records.${resource.name}.label`) + more,
    subtitle: printedAt(actor, context.now),
    language: actor.language,
    head: columnLabels(actor, resource, names, ownerOf),
    figures: columns.flatMap(({ name, of }, index) => (isNumeric(of.fields[name]) ? [index] : [])),
    rows: rows.map((row) => columns.map(({ name, of }) => displayValue({ actor, marks }, of, name, row))),
  }
}

function printedAt(actor: Actor, now: Date): string {
  return translate(actor.language, 'print.printed_at', { at: instantText(actor, now.toISOString()) })
}

const STYLE = `body{font:14px/1.5 Inter,system-ui,sans-serif;margin:2rem;color:#111}h1{font-size:1.4rem;margin:0}
p{color:#555;margin:.2rem 0 1.2rem}table{border-collapse:collapse;width:100%}thead{display:table-header-group}
th,td{text-align:start;padding:.35rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}td{overflow-wrap:anywhere}
th{font-weight:600}tr{break-inside:avoid}td,th,dd{font-variant-numeric:tabular-nums}.figure{text-align:end;white-space:nowrap}
header{border-bottom:2px solid #111;margin-bottom:1.2rem;padding-bottom:.6rem}header strong{font-size:1.2rem}header img{float:inline-end;max-width:14rem;max-height:4rem}
.blocks{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin-bottom:1rem}.blocks>div{min-width:14rem}dl{margin:0}dd{margin:0}
.facts{display:flex;flex-wrap:wrap;gap:.6rem 2rem;margin-bottom:1rem}dt{color:#555}.totals{margin:1rem 0 0;margin-inline-start:auto;max-width:22rem}
.totals div{display:flex;justify-content:space-between;gap:2rem;padding:.15rem .6rem}.totals div:last-child{border-top:2px solid #111;font-weight:700}
.wide table{font-size:12px}.wide th,.wide td{padding:.3rem .4rem}@page{margin:12mm}
.closing{margin-top:1.5rem;white-space:pre-line}.picture{margin-top:2rem;break-inside:avoid}.picture img{display:block;max-width:18rem;max-height:8rem;border-bottom:1px solid #111;margin:.4rem 0;background:#fff}`

function htmlOf(document: PrintDocument): string {
  const { title, subtitle, language, head, rows, figures = [], totals = [], closing } = document
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  const endOf = (at: number) => (figures.includes(at) ? ' class="figure"' : '')
  const line = (cells: string[]) =>
    head.length > 0
      ? `<tr>${cells.map((cell, index) => `<td${endOf(index)}>${escapeHtml(cell)}</td>`).join('')}</tr>`
      : `<tr><th scope="row">${escapeHtml(cells[0] ?? '')}</th><td>${escapeHtml(cells[1] ?? '')}</td></tr>`
  const heading =
    head.length > 0
      ? `<thead><tr>${head.map((cell, index) => `<th scope="col"${endOf(index)}>${escapeHtml(cell)}</th>`).join('')}</tr></thead>`
      : ''
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}${isWide(document) ? '@page{size:landscape}' : ''}</style></head><body${isWide(document) ? ' class="wide"' : ''}>${letterheadHtml(document)}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p>${blocksHtml(document)}<table>${heading}<tbody>${rows.map(line).join('')}</tbody></table>${pairsHtml(totals, 'totals')}${closing ? `<p class="closing">${escapeHtml(closing)}</p>` : ''}${pictureHtml(document)}</body></html>`
}

function pictureHtml({ picture }: PrintDocument): string {
  if (!picture) return ''
  const { title, address, lines } = picture
  const paragraphs = lines.map((text) => `<div>${escapeHtml(text)}</div>`).join('')
  return `<section class="picture"><strong>${escapeHtml(title)}</strong><img src="${escapeHtml(address)}" alt="">${paragraphs}</section>`
}

function letterheadHtml({ letterhead, logo }: PrintDocument): string {
  if (!letterhead) return ''
  const [name = '', ...lines] = letterhead
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="">` : ''
  return `<header>${image}<strong>${escapeHtml(name)}</strong>${lines.map((text) => `<div>${escapeHtml(text)}</div>`).join('')}</header>`
}

/** Addresses side by side, then dates, terms and numbers. */
function blocksHtml({ blocks = [], facts = [] }: PrintDocument): string {
  const addresses = blocks.map(
    ({ title, lines }) =>
      `<div><strong>${escapeHtml(title)}</strong>${lines.map((text) => `<div>${escapeHtml(text)}</div>`).join('')}</div>`,
  )
  const section = addresses.length > 0 ? `<section class="blocks">${addresses.join('')}</section>` : ''
  return section + pairsHtml(facts, 'facts')
}

function pairsHtml(pairs: NonNullable<PrintDocument['facts']>, kind: string): string {
  if (pairs.length === 0) return ''
  const items = pairs.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return `<dl class="${kind}">${items.join('')}</dl>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>')
}
