import { describe, expect, it } from 'vitest'
import { connectionStatus, dueAt } from './connection.ts'

const HOUR = 3_600_000

describe('connection', () => {
  it.each([
    [0, 'online'],
    [3, 'online'],
    [3.01, 'late'],
    [6, 'late'],
    [6.01, 'offline'],
    [-1, 'online'],
  ] as const)('%d hours after the last record, at an interval of 2 hours: %s', (hours, status) => {
    expect(connectionStatus(1e12, 1e12 + hours * HOUR, 2)).toBe(status)
  })

  it('turns offline just after it was due', () => {
    const due = dueAt(1e12, 2)
    expect(due).toBe(1e12 + 6 * HOUR)
    expect([connectionStatus(1e12, due, 2), connectionStatus(1e12, due + 1, 2)]).toEqual(['late', 'offline'])
  })
})
