import { expect, test } from 'vitest'
import { invalid } from '#server/platform/refusal.ts'
import { explainStart } from './explainStart.ts'

const NAMED = 'postgres://ullage@db.example/ullage'
const late = new Error('timeout expired')
const stopping = Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' })

test('a database that does not respond is the configured one', () => {
  for (const error of [late, stopping]) {
    expect(explainStart(error, NAMED)).toContain('The database that DATABASE_URL names does not answer')
    expect(explainStart(error, undefined)).toContain('The embedded database does not answer in time')
    expect(explainStart(error, undefined)).not.toContain('DATABASE_URL')
  }
})

test('a failure to create the first administrator is explained in a sentence', () => {
  const refusal = invalid([{ field: 'password', rule: 'password_name' }])
  expect(explainStart(refusal, undefined)).toContain('password (Must not contain your name')
})

test('a restore of more tables than the database can lock is explained by the setting that it needs', () => {
  const full = Object.assign(new Error('out of shared memory'), { severity: 'ERROR', code: '53200' })
  expect(explainStart(full, NAMED)).toContain('raise its max_locks_per_transaction')
})

test('a fault of the product is left unexplained', () => {
  expect(explainStart(new TypeError('x is not a function'), undefined)).toBeUndefined()
})
