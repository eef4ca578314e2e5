import { expect, test } from 'vitest'
import { valueSchema } from './schema.ts'

test('a text is taken without the spaces around it, and measured without them', () => {
  const label = valueSchema({ kind: 'text', required: true, max: 5 })
  expect(label.parse('  North  ')).toBe('North')
  expect(label.safeParse('Northe').success).toBe(false)
  expect(label.safeParse('   ').success).toBe(false)
})
