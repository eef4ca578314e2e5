import { expect, test } from 'vitest'
import { LOCALE_CODES } from '#core/platform/locales.ts'
import { languageOfPdf } from './pdf.ts'

test('a PDF shows dates in the reader’s language if its font has the letters, else in English', () => {
  const others = LOCALE_CODES.filter((code) => languageOfPdf(code) !== code)
  expect(others).toEqual(['ar', 'fa', 'he', 'ja', 'ko', 'th', 'zh'])
  expect(new Set(others.map(languageOfPdf))).toEqual(new Set(['en']))
})
