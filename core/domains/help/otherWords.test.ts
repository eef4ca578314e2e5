import { expect, test } from 'vitest'
import { otherWords } from './otherWords.ts'

test.each([
  ['propane', 'product'],
  ['Alarms', 'alert'],
  ['CSV', 'import'],
  ['reorder', 'order'],
  ['alarma', 'aviso'],
])('%s is looked for as %s too', (typed, other) => {
  expect(otherWords(typed)).toContain(other)
})

test('a word without synonyms stands alone', () => {
  expect(otherWords('Lithium')).toEqual(['lithium'])
})
