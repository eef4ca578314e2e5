import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFairQueue } from './fairQueue.ts'

const MAX_RECORDS = 4_000
const batch = (company_id: number, records: number, place = 0) => ({
  company_id,
  place,
  uplink: { records: Array(records).fill({}) },
})
const sizeOf = (some: readonly { uplink: { records: unknown[] } }[]) =>
  some.reduce((sum, { uplink }) => sum + uplink.records.length + 1, 0)
const companiesOf = (some: readonly { company_id: number }[]) =>
  new Set(some.map(({ company_id }) => company_id))

/** Batches of some companies in order of arrival. */
const batches = (largest: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: largest })), { maxLength: 80 })
    .map((input) => input.map(([company, records], place) => batch(company, records, place)))

test('a batch behind a flood of another company is taken with its next batches', () => {
  const queue = openFairQueue<ReturnType<typeof batch>>()
  for (let n = 0; n < 1_000; n++) queue.push(batch(1, 1_000))
  queue.push(batch(2, 1))
  expect(companiesOf(queue.take(MAX_RECORDS))).toEqual(new Set([1, 2]))
  expect(companiesOf(queue.take(MAX_RECORDS))).toEqual(new Set([1]))
})

test("everything pushed is taken once, in each company's order, and never more at once than allowed", () => {
  fc.assert(
    fc.property(batches(1_000), (input) => {
      const queue = openFairQueue<ReturnType<typeof batch>>()
      for (const item of input) queue.push(item)
      const taken: typeof input = []
      while (!queue.isEmpty()) {
        const some = queue.take(MAX_RECORDS)
        expect(some.length).toBeGreaterThan(0)
        expect(some.length === 1 || sizeOf(some) <= MAX_RECORDS).toBe(true)
        taken.push(...some)
      }
      expect(queue.take(MAX_RECORDS)).toEqual([])
      const byCompany = (some: typeof input) =>
        [1, 2, 3, 4, 5, 6].map((id) => some.filter(({ company_id }) => company_id === id))
      expect(byCompany(taken)).toEqual(byCompany(input))
    }),
  )
})

test('every waiting company gets its share of each turn, and nothing waits while there is room', () => {
  fc.assert(
    fc.property(batches(Math.floor(MAX_RECORDS / 6) - 1), (input) => {
      const queue = openFairQueue<ReturnType<typeof batch>>()
      for (const item of input) queue.push(item)
      let waiting = input
      while (!queue.isEmpty()) {
        const some = new Set(queue.take(MAX_RECORDS))
        expect(companiesOf([...some])).toEqual(companiesOf(waiting))
        waiting = waiting.filter((item) => !some.has(item))
        const smallest = Math.min(...waiting.map((item) => sizeOf([item])))
        if (waiting.length > 0) expect(sizeOf([...some]) + smallest).toBeGreaterThan(MAX_RECORDS / 2)
      }
    }),
  )
})

test('batches that fill a turn by themselves take turns too', () => {
  const queue = openFairQueue<ReturnType<typeof batch>>()
  for (const company of [1, 1, 1, 2, 3]) queue.push(batch(company, MAX_RECORDS))
  const turns = Array.from({ length: 5 }, () => queue.take(MAX_RECORDS).map(({ company_id }) => company_id))
  expect(turns).toEqual([[1], [2], [3], [1], [1]])
})
