import { expect, test } from 'vitest'
import { isSignatureImage, MAX_SIGNATURE_LENGTH } from './signatureImage.ts'

const START = 'data:image/png;base64,iVBORw0KGgo'

test('a signature is a PNG from a canvas within its size limit', () => {
  expect(isSignatureImage(`${START}AAAA/+9z==`)).toBe(true)
  expect(isSignatureImage(`${START}AAAA=`)).toBe(true)
  expect(isSignatureImage(START)).toBe(true)
  expect(isSignatureImage(START + 'A'.repeat(MAX_SIGNATURE_LENGTH - START.length))).toBe(true)
  expect(isSignatureImage(START + 'A'.repeat(MAX_SIGNATURE_LENGTH - START.length + 1))).toBe(false)
})

test.each([
  [600, 200, 'iVBORw0KGgoAAAANSUhEUgAAAlgAAADI', true],
  [4096, 4096, 'iVBORw0KGgoAAAANSUhEUgAAEAAAABAA', true],
  [4097, 10, 'iVBORw0KGgoAAAANSUhEUgAAEAEAAAAK', false],
  [10, 4097, 'iVBORw0KGgoAAAANSUhEUgAAAAoAABAB', false],
  [65536, 1, 'iVBORw0KGgoAAAANSUhEUgABAAAAAAAB', false],
  [2147483648, 1, 'iVBORw0KGgoAAAANSUhEUoAAAAAAAAAB', false],
])('an image of %i × %i pixels by its header is judged: at most 4096 on a side', (_, __, header, isTaken) => {
  expect(isSignatureImage(`data:image/png;base64,${header}`)).toBe(isTaken)
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
