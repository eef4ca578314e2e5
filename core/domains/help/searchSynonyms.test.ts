import { expect, test } from 'vitest'
import { searchSynonyms } from './searchSynonyms.ts'

test.each([
  ['propane', 'product'],
  ['Alarms', 'alert'],
  ['CSV', 'import'],
  ['reorder', 'order'],
  ['alarma', 'aviso'],
])('%s is looked for as %s too', (typed, other) => {
  expect(searchSynonyms(typed)).toContain(other)
})

test('a word without synonyms stands alone', () => {
  expect(searchSynonyms('Lithium')).toEqual(['lithium'])
})
