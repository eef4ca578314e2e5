import { expect, test } from 'vitest'
import { isColor } from './isColor.ts'

test('a color is one that a screen can show (fault 44)', () => {
  expect(['#c2410c', '#ABCDEF', 'red', 'rebeccapurple', 'aliceblue', 'yellowgreen'].every(isColor)).toBe(true)
  expect(['notacolor', '#12', '#12345g', '', 'Red', 'url(x)'].some(isColor)).toBe(false)
})
