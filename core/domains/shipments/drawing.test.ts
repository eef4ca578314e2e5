import { expect, test } from 'vitest'
import { isDrawing, LARGEST_DRAWING } from './drawing.ts'

const START = 'data:image/png;base64,iVBORw0KGgo'

test('a signature is a PNG of a canvas, and of no more than its size', () => {
  expect(isDrawing(`${START}AAAA/+9z==`)).toBe(true)
  expect(isDrawing(`${START}AAAA=`)).toBe(true)
  expect(isDrawing(START)).toBe(true)
  expect(isDrawing(START + 'A'.repeat(LARGEST_DRAWING - START.length))).toBe(true)
  expect(isDrawing(START + 'A'.repeat(LARGEST_DRAWING - START.length + 1))).toBe(false)
})

test.each([
  '',
  'data:image/svg+xml;base64,iVBORw0KGgo',
  `x${START}`,
  `${START}AA AA`,
  `${START}AAAA===`,
  `${START}<svg>`,
])('%j is none', (text) => {
  expect(isDrawing(text)).toBe(false)
})
