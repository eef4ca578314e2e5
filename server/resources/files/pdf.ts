import { createRequire } from 'node:module'
import { localeOf } from '#core/platform/texts/locales.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { openPdfFonts } from './pdfFonts.ts'
import { isWide, type PrintDocument } from './printDocument.ts'

interface PdfMake {
  virtualfs: { writeFileSync: (name: string, content: Buffer) => void }
  setFonts: (fonts: Record<string, Record<string, string>>) => void
  setUrlAccessPolicy: (policy: () => boolean) => void
  setLocalAccessPolicy: (policy: (path: string) => boolean) => void
  createPdf: (definition: object) => { getBuffer: () => Promise<Buffer> }
}

let ready: PdfMake | undefined

/** Loaded at the first PDF: its fonts take a second, which would delay the start. */
function pdfMake(): PdfMake {
  if (ready) return ready
  const require = createRequire(import.meta.url)
  const library: PdfMake = require('pdfmake')
  const { files, styles } = openPdfFonts()
  for (const [name, file] of files) library.virtualfs.writeFileSync(name, file)
  library.setFonts({ Roboto: styles })
  library.setUrlAccessPolicy(() => false)
  library.setLocalAccessPolicy(() => false)
  ready = library
  return library
}

/** The scripts that Roboto covers. */
const WRITABLE = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]*$/u

/** The language of dates and figures on a PDF: English where the font lacks the letters of the reader's language. */
export function languageOfPdf(language: string): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' }).format(0)
  return WRITABLE.test(date) ? language : 'en'
}

/** Timeout (s). A list with the maximum number of printed rows takes some seconds. */
const TIMEOUT_SECONDS = 60

/**
 * The document as a PDF of A4 pages, with the heading row repeated on each page. Drawn in a separate thread.
 * @throws Refusal 503 if too many others are being drawn.
 */
export async function pdfOf(document: PrintDocument): Promise<Buffer> {
  return Buffer.from(await doHeavyWork<Uint8Array>('pdf', document, TIMEOUT_SECONDS))
}

/** The work of `pdfOf`. Images that cannot be drawn are left out. */
export async function drawPdf(document: PrintDocument): Promise<Uint8Array> {
  const { logo, picture, ...withoutImages } = document
  if (!logo && !picture) return write(document)
  return write(document).catch(() =>
    write({ ...withoutImages, ...(picture && { picture: { ...picture, address: '' } }) }),
  )
}

async function write(document: PrintDocument): Promise<Buffer> {
  const { title, subtitle, head, totals = [], closing } = document
  return pdfMake()
    .createPdf({
      info: { title },
      pageSize: 'A4',
      pageOrientation: isWide(document) ? 'landscape' : 'portrait',
      defaultStyle: { fontSize: head.length > 9 ? 7.5 : 9 },
      content: [
        ...letterhead(document),
        { text: title, fontSize: 15, bold: true },
        { text: subtitle, color: '#555555', margin: [0, 2, 0, 10] },
        ...addressesAndFacts(document),
        { layout: 'lightHorizontalLines', table: tableOf(document) },
        ...(totals.length > 0 ? [sums(totals)] : []),
        ...(closing ? [{ text: closing, margin: [0, 16, 0, 0] }] : []),
        ...closingPicture(document),
      ],
      footer: (page: number, pages: number) => ({
        text: `${page} / ${pages}`,
        alignment: 'right',
        margin: [0, 0, 40, 0],
      }),
    })
    .getBuffer()
}

/** The rows of a list below their headings; of a record, each value after its name. */
function tableOf({ head, rows, figures = [] }: PrintDocument): object {
  if (head.length === 0) {
    const pairs = rows.map(([name, value]) => [{ text: name, bold: true }, value ?? ''])
    return { headerRows: 0, widths: ['30%', '70%'], body: pairs.length > 0 ? pairs : [['', '']] }
  }
  const aligned = (text: string, index: number) =>
    figures.includes(index) ? { text, alignment: 'right' } : { text }
  const headings = head.map((text, index) => ({ ...aligned(text, index), bold: true }))
  return {
    headerRows: 1,
    widths: head.map((_, index) => (figures.includes(index) ? 'auto' : '*')),
    body: [headings, ...rows.map((cells) => cells.map(aligned))],
  }
}

function letterhead({ letterhead: sender, logo }: PrintDocument): object[] {
  if (!sender) return []
  const [name, ...lines] = sender
  const texts = [{ text: name, fontSize: 13, bold: true }, ...lines.map((text) => ({ text }))]
  return [
    ...(logo ? [{ columns: [{ stack: texts }, { image: logo, fit: [150, 60], width: 'auto' }] }] : texts),
    {
      canvas: [{ type: 'line', x1: 0, y1: 4, x2: 515, y2: 4, lineWidth: 1.2 }],
      margin: [0, 0, 0, 14],
    },
  ]
}

function closingPicture({ picture }: PrintDocument): object[] {
  if (!picture) return []
  const { title, address, lines } = picture
  return [
    { text: title, bold: true, margin: [0, 20, 0, 4] },
    ...(address ? [{ image: address, fit: [200, 90], margin: [0, 0, 0, 4] }] : []),
    ...lines.map((text) => ({ text })),
  ]
}

/** Addresses side by side, then dates, terms and numbers. */
function addressesAndFacts({ blocks = [], facts = [] }: PrintDocument): object[] {
  const columns = blocks.map(({ title, lines }) => ({
    stack: [{ text: title, bold: true }, ...lines.map((text) => ({ text }))],
  }))
  const pairs = facts.map(([name, value]) => [{ text: name, color: '#555555' }, value])
  return [
    ...(columns.length > 0 ? [{ columns, columnGap: 24, margin: [0, 0, 0, 10] }] : []),
    ...(pairs.length > 0
      ? [{ layout: 'noBorders', table: { widths: ['auto', '*'], body: pairs }, margin: [0, 0, 0, 12] }]
      : []),
  ]
}

function sums(totals: NonNullable<PrintDocument['totals']>): object {
  const body = totals.map(([name, value], index) => [
    { text: name, bold: index === totals.length - 1 },
    { text: value, alignment: 'right', bold: index === totals.length - 1 },
  ])
  return {
    columns: [
      { text: '', width: '*' },
      { width: 'auto', layout: 'noBorders', table: { body }, margin: [0, 12, 0, 0] },
    ],
  }
}
