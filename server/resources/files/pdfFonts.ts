import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of fontkit, the font engine of pdfmake, that is used here. */
interface Fontkit {
  create: (file: Buffer) => Font
  registerFormat: (format: Format) => void
}

interface Font {
  characterSet: number[]
  glyphForCodePoint: (codePoint: number) => unknown
  layout: (text: string) => unknown
}

interface Format {
  new (stream: { buffer: Uint8Array }): Font
  probe: (file: Uint8Array) => boolean
}

/** Files of the font by their style in pdfmake. */
const FILES = { normal: 'Regular', bold: 'Medium', italics: 'Italic', bolditalics: 'MediumItalic' }

/**
 * Parses the font of PDFs once for all documents of a thread: its tables of kerning take longer than a page.
 * pdfmake opens fonts again for each document, so what it opens is a file that holds only the name of a font, and fontkit
 * gets a format that turns it into the parsed one.
 * @returns the files by name, for pdfmake's virtual file system, and the names by style
 */
export function openPdfFonts(): { files: Map<string, Buffer>; styles: Record<string, string> } {
  const require = createRequire(import.meta.url)
  // As CommonJS: pdfmake uses this instance, with its list of formats.
  const fontkit: Fontkit = require('fontkit')
  const fonts = new Map<string, Font>()
  for (const style of Object.values(FILES)) {
    const font = fontkit.create(readFileSync(require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`)))
    // A glyph keeps the text that first uses it, for copying: letters for ligatures, else the lowest code point.
    font.layout('fi fl ffi ffl')
    for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
    fonts.set(`parsed Roboto ${style}`, font)
  }
  const fontOf = (file: Uint8Array) => fonts.get(Buffer.from(file).toString())
  // Called with `new`, which an arrow function does not support.
  function ParsedFont({ buffer }: { buffer: Uint8Array }) {
    return fontOf(buffer)
  }
  ParsedFont.probe = (file: Uint8Array) => fontOf(file) !== undefined
  fontkit.registerFormat(ParsedFont as unknown as Format)
  return {
    files: new Map([...fonts.keys()].map((name) => [name, Buffer.from(name)])),
    styles: Object.fromEntries(
      Object.entries(FILES).map(([style, file]) => [style, `parsed Roboto ${file}`]),
    ),
  }
}
