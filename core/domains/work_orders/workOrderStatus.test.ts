import { expect, test } from 'vitest'
import { WORK_ORDER_STATUS as IS, nextWorkOrderStatuses, WORK_ORDER_STATUS_IDS } from './workOrderStatus.ts'

test.each([
  ['new_request', ['received', 'open', 'quoted', 'deferred', 'cancelled', 'void']],
  ['requested', ['received', 'open', 'quoted', 'deferred', 'cancelled', 'void']],
  ['received', ['working', 'in_progress', 'quoted', 'on_hold', 'awaiting_info', 'deferred', 'cancelled']],
  ['quoted', ['approved', 'awaiting_funding', 'cancelled', 'void']],
  ['awaiting_funding', ['approved', 'cancelled']],
  ['approved', ['working', 'in_progress', 'parts_on_order', 'cancelled']],
  [
    'in_progress',
    ['parts_on_order', 'on_hold', 'awaiting_info', 'open_extended', 'work_completed', 'cancelled'],
  ],
  ['deferred', ['working', 'in_progress', 'open', 'cancelled']],
  ['work_completed', ['closed', 'in_progress']],
  ['closed', ['open_extended']],
  ['cancelled', []],
  ['void', []],
] as const)('%s can become %j', (from, next) => {
  expect(nextWorkOrderStatuses(IS[from])).toEqual(next.map((name) => IS[name]))
})

test('every work order can come to an end', () => {
  const ends = new Set<number>([IS.closed, IS.cancelled, IS.void])
  for (const id of WORK_ORDER_STATUS_IDS) {
    const seen = new Set<number>([id])
    const waiting = [id as number]
    while (waiting.length > 0) {
      for (const next of nextWorkOrderStatuses(waiting.pop()!)) {
        if (!seen.has(next)) waiting.push(next)
        seen.add(next)
      }
    }
    expect([...seen].some((one) => ends.has(one))).toBe(true)
  }
})
