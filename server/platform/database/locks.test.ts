import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../projectRoot.ts'
import { LOCKS, NAMED_LOCKS } from './locks.ts'

test('no two advisory locks share a number', () => {
  const numbers = [...Object.values(LOCKS), ...Object.values(NAMED_LOCKS)]
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every advisory lock is in the one table of locks', () => {
  const sources = ['server', 'bench', 'db'].flatMap((folder) =>
    fs
      .readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name)),
  )
  const numbered = sources.filter((name) => {
    if (!/\.(ts|sql)$/.test(name) || name.endsWith('platform/database/locks.ts')) return false
    const text = fs.readFileSync(path.join(projectRoot, name), 'utf8')
    // A literal number, or a bare hash, that is not in the table.
    return /7_?117_?\d{3}|advisory\w*\((hash|\d)/.test(text)
  })
  expect(numbered).toEqual([])
})
