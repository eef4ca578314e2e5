import { expect, test } from 'vitest'
import { isSignatureImage, MAX_SIGNATURE_LENGTH } from './signatureImage.ts'

const START = 'data:image/png;base64,iVBORw0KGgo'

test('a signature is a PNG of a canvas, and of no more than its size', () => {
  expect(isSignatureImage(`${START}AAAA/+9z==`)).toBe(true)
  expect(isSignatureImage(`${START}AAAA=`)).toBe(true)
  expect(isSignatureImage(START)).toBe(true)
  expect(isSignatureImage(START + 'A'.repeat(MAX_SIGNATURE_LENGTH - START.length))).toBe(true)
  expect(isSignatureImage(START + 'A'.repeat(MAX_SIGNATURE_LENGTH - START.length + 1))).toBe(false)
})

test.each([
  '',
  'data:image/svg+xml;base64,iVBORw0KGgo',
  `x${START}`,
  `${START}AA AA`,
  `${START}AAAA===`,
  `${START}<svg>`,
])('%j is none', (text) => {
  expect(isSignatureImage(text)).toBe(false)
})
