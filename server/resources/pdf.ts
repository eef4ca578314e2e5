import { createRequire } from 'node:module'
import type { PrintDocument } from './printDocument.ts'

interface PdfMake {
  setFonts: (fonts: Record<string, Record<string, string>>) => void
  setUrlAccessPolicy: (policy: () => boolean) => void
  setLocalAccessPolicy: (policy: (path: string) => boolean) => void
  createPdf: (definition: object) => { getBuffer: () => Promise<Buffer> }
}

let ready: PdfMake | undefined

/** Loaded at the first PDF: its fonts take a second that no start should wait for. */
function pdfMake(): PdfMake {
  if (ready) return ready
  const require = createRequire(import.meta.url)
  const library = require('pdfmake') as PdfMake
  const font = (style: string) => require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`)
  library.setFonts({
    Roboto: {
      normal: font('Regular'),
      bold: font('Medium'),
      italics: font('Italic'),
      bolditalics: font('MediumItalic'),
    },
  })
  library.setUrlAccessPolicy(() => false)
  library.setLocalAccessPolicy((path) => path.includes('/pdfmake/fonts/'))
  ready = library
  return library
}

/** The same document as a PDF of A4 pages; the heading row stands again on each page. */
export async function pdfOf({ title, subtitle, head, rows }: PrintDocument): Promise<Buffer> {
  const isList = head.length > 0
  const body = isList
    ? [head.map((text) => ({ text, bold: true })), ...rows]
    : rows.map(([name, value]) => [{ text: name, bold: true }, value ?? ''])
  return pdfMake()
    .createPdf({
      info: { title },
      pageSize: 'A4',
      pageOrientation: isList && head.length > 5 ? 'landscape' : 'portrait',
      defaultStyle: { fontSize: 9 },
      content: [
        { text: title, fontSize: 15, bold: true },
        { text: subtitle, color: '#555555', margin: [0, 2, 0, 10] },
        {
          layout: 'lightHorizontalLines',
          table: {
            headerRows: isList ? 1 : 0,
            widths: isList ? head.map(() => '*') : ['30%', '70%'],
            body: body.length > 0 ? body : [['', '']],
          },
        },
      ],
      footer: (page: number, pages: number) => ({
        text: `${page} / ${pages}`,
        alignment: 'right',
        margin: [0, 0, 40, 0],
      }),
    })
    .getBuffer()
}
