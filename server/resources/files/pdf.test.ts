import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { drawPdf, languageOfPdf } from './pdf.ts'

test('a PDF shows dates in the reader’s language if its font has the letters, else in English', () => {
  const others = LOCALE_CODES.filter((code) => languageOfPdf(code) !== code)
  expect(others).toEqual(['ja', 'ko', 'th', 'zh'])
  expect(new Set(others.map(languageOfPdf))).toEqual(new Set(['en']))
})

test('the text of a PDF can be copied unchanged, even after other drawings', async () => {
  const draw = (text: string) =>
    drawPdf({ title: text, subtitle: '', language: 'en', head: ['Product'], rows: [[text]] })
  // The characters of one glyph: the ligature fi, Ohm and Omega, increment and Delta.
  await draw('\ufb01 \u2126 \u2206')
  const texts = textsOfGlyphs(await draw('fi \u03a9 \u0394 \u00a0'))
  for (const text of ['<0066 0069>', '<03a9>', '<0394>', '<00a0>']) expect(texts).toContain(text)
})

test('a PDF leaves out images that cannot be drawn', async () => {
  const document = {
    title: 'Invoice',
    subtitle: '',
    language: 'en',
    head: [],
    rows: [],
    letterhead: ['Ullage'],
  }
  const size = (await drawPdf(document)).length
  const broken = 'data:image/jpeg;base64,AAAA'
  const picture = { title: 'Received by', address: broken, lines: ['Ann'] }
  expect((await drawPdf({ ...document, logo: broken, picture })).length).toBeGreaterThan(size)
  const pixel = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer()
  const drawn = await drawPdf({ ...document, logo: `data:image/jpeg;base64,${pixel.toString('base64')}` })
  expect(Buffer.from(drawn).includes('/Subtype /Image')).toBe(true)
})

/** The contents of all compressed parts, among them the texts of glyphs as UTF-16. */
function textsOfGlyphs(pdf: Uint8Array): string {
  const file = Buffer.from(pdf)
  let texts = ''
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('\nstream\n', at + 1))
    try {
      texts += inflateSync(file.subarray(file.indexOf('stream\n', at) + 7)).toString('latin1')
    } catch {
      // A part that is not compressed.
    }
  return texts
}
