import { expect, test } from 'vitest'
import { isColor } from './isColor.ts'

test('a color is six hexadecimal digits or a name', () => {
  expect(['#c2410c', '#ABCDEF', 'red', 'rebeccapurple', 'aliceblue', 'yellowgreen'].every(isColor)).toBe(true)
  expect(['notacolor', '#12', '#12345g', '', 'Red', 'url(x)'].some(isColor)).toBe(false)
})

test('nothing may precede or follow the six digits, and names are lower case', () => {
  expect(['#1a2B3c', 'yellowgreen', 'aliceblue'].every(isColor)).toBe(true)
  expect(['x#123456', '#1234567', '#12345', '#12345g', 'Navy', ''].some(isColor)).toBe(false)
})
