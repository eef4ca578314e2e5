import { expect, test } from 'vitest'
import { nextStatuses } from '#core/resources/statuses/statuses.ts'
import { WORK_ORDER_STATUS as IS, workOrderStatuses } from './workOrderStatus.ts'

const { values: WORK_ORDER_STATUS_IDS, done: DONE_WORK_ORDERS, final: LOCKED_WORK_ORDERS } = workOrderStatuses
const nextWorkOrderStatuses = (status_id: number) => nextStatuses(workOrderStatuses, { status_id })

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

test('every work order can reach an end', () => {
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
    expect([...seen].some((item) => ends.has(item))).toBe(true)
  }
})

test.each([
  ['open', ['working', 'in_progress', 'quoted', 'on_hold', 'awaiting_info', 'deferred', 'cancelled']],
  [
    'open_extended',
    ['working', 'in_progress', 'quoted', 'on_hold', 'awaiting_info', 'deferred', 'cancelled'],
  ],
  ['working', ['parts_on_order', 'on_hold', 'awaiting_info', 'open_extended', 'work_completed', 'cancelled']],
  ['parts_on_order', ['working', 'in_progress', 'open', 'cancelled']],
  ['on_hold', ['working', 'in_progress', 'open', 'cancelled']],
  ['awaiting_info', ['working', 'in_progress', 'open', 'cancelled']],
] as const)('%s goes on to %j', (from, next) => {
  expect(nextWorkOrderStatuses(IS[from])).toEqual(next.map((name) => IS[name]))
})

test('every status has its number, and an unknown number is a programming error', () => {
  expect([...WORK_ORDER_STATUS_IDS]).toEqual(Object.values(IS))
  expect(() => nextWorkOrderStatuses(19)).toThrow(RangeError)
  expect(() => nextWorkOrderStatuses(19)).toThrow('19')
})

test('a final status is done and read-only; completed work can still be closed', () => {
  expect(DONE_WORK_ORDERS.toSorted()).toEqual(
    [IS.closed, IS.cancelled, IS.work_completed, IS.void].toSorted(),
  )
  expect(LOCKED_WORK_ORDERS.toSorted()).toEqual([IS.closed, IS.cancelled, IS.void].toSorted())
})
