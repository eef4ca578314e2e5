import { expect, test } from 'vitest'
import { inGroups } from './inGroups.ts'

test('requests during a run share the next one, and each gets its own result', async () => {
  const groups: (readonly number[])[] = []
  const double = inGroups(async (group: readonly number[]) => {
    groups.push(group)
    return group.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(groups).toEqual([[1], [2, 3], [4]])
})

test('a run that fails fails for its own calls only', async () => {
  const half = inGroups(async (group: readonly number[]) => {
    if (group.includes(2)) throw new Error('two')
    return group.map((item) => item / 2)
  })
  const responses = await Promise.allSettled([1, 2, 3].map(half))
  expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await half(4)).toBe(2)
})
