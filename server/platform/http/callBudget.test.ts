import { expect, test } from 'vitest'
import type { Refusal } from '../refusal.ts'
import { CallBudget, ownerOfAddress } from './callBudget.ts'

function refusalOf(work: () => void): number | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Refusal).options.retryAfter
  }
}

test('a minute’s calls may come at once, the next ones as the bucket refills; others have their own', () => {
  const budget = new CallBudget(60)
  for (let call = 0; call < 60; call++) budget.take('a', undefined, 1000)
  expect(refusalOf(() => budget.take('a', undefined, 1000))).toBe(1)
  expect(refusalOf(() => budget.take('b', undefined, 1000))).toBeUndefined()
  expect(refusalOf(() => budget.take('a', undefined, 2000))).toBeUndefined()
  expect(refusalOf(() => budget.take('a', undefined, 2500))).toBe(1)
  for (let call = 0; call < 60; call++) budget.take('a', undefined, 3_600_000)
  expect(refusalOf(() => budget.take('a', undefined, 3_600_000))).toBe(1)
  const slow = new CallBudget(1)
  slow.take('a', undefined, 0)
  expect(refusalOf(() => slow.take('a', undefined, 15_000))).toBe(45)
})

test('all calls are accepted without a limit', () => {
  const budget = new CallBudget(0)
  for (let call = 0; call < 10_000; call++) budget.take('a', undefined, 0)
})

test('an IPv6 address counts with its neighbours, an IPv4 address by itself', () => {
  expect(ownerOfAddress('2001:db8:1:2::1')).toBe(ownerOfAddress('2001:db8:1:2:ffff::9'))
  expect(ownerOfAddress('2001:db8:1:2::1')).not.toBe(ownerOfAddress('2001:db8:1:3::1'))
  expect(ownerOfAddress('::ffff:203.0.113.5')).toBe(ownerOfAddress('203.0.113.5'))
  expect(ownerOfAddress('203.0.113.5')).not.toBe(ownerOfAddress('203.0.113.6'))
})
