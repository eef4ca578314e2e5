import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareMigrations, extendMigrationList, readMigrationList } from './migrationList.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-list-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)

test('every migration is on the list and unchanged: `npm run db:list` adds a new one', () => {
  expect(compareMigrations(readMigrationList())).toEqual({ problems: [], added: [] })
})

test('a new file is added at the end; one that was changed, is missing or has a lower number is named', () => {
  write('0001_one.sql', 'select 1;\n')
  write('0003_three.sql', 'select 3;\n')
  const list = extendMigrationList('', folder)
  expect(compareMigrations(list, folder)).toEqual({ problems: [], added: [] })
  write('0004_four.sql', 'select 4;\r\n')
  const longer = extendMigrationList(list, folder)
  expect(longer.startsWith(list)).toBe(true)
  write('0004_four.sql', 'select 4;\n')
  expect(compareMigrations(longer, folder).problems).toEqual([])

  write('0002_two.sql', 'select 2;\n')
  write('0003_three.sql', 'select 33;\n')
  fs.rmSync(path.join(folder, '0001_one.sql'))
  expect(compareMigrations(longer, folder).problems).toEqual([
    '0001_one.sql is on the list and not in the folder.',
    '0003_three.sql was changed. Put it back as it was, and say what is to be changed in a new file.',
    '0002_two.sql has a lower number than 0004_four.sql. Give it the next free number.',
  ])
  expect(() => extendMigrationList(longer, folder)).toThrow('0002_two.sql has a lower number')
})
