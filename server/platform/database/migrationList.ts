import fs from 'node:fs'
import path from 'node:path'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { checksumOf, listMigrations, MIGRATIONS } from './migrate.ts'

/** The checksums of all migrations, in the format of `sha256sum`, in the order in which they were added. */
export const MIGRATION_LIST = path.join(MIGRATIONS, '../migrations.sha256')

interface Listed {
  name: string
  checksum: string
}

/**
 * Compares the migrations of a folder with the list: a listed file never changes or disappears, and a new one sorts after all of them,
 * because a database that has applied a later one would be taken for another release's.
 * @returns a sentence for each problem, and the new files that are not on the list yet.
 */
export function compareMigrations(
  list: string,
  folder = MIGRATIONS,
): { problems: string[]; added: string[] } {
  const listed = readList(list)
  const files = listMigrations(folder)
  const newest = listed.at(-1)?.name ?? ''
  const problems: string[] = []
  for (const [index, { name, checksum }] of listed.entries()) {
    if (index > 0 && name <= itemAt(listed, index - 1).name)
      problems.push(`${name} stands below a greater number on the list.`)
    if (!files.includes(name)) problems.push(`${name} is on the list and not in the folder.`)
    else if (checksumOf(folder, name) !== checksum)
      problems.push(
        `${name} was changed. Put it back as it was, and say what is to be changed in a new file.`,
      )
  }
  const names = new Set(listed.map(({ name }) => name))
  const added = files.filter((name) => !names.has(name))
  for (const name of added)
    if (name <= newest)
      problems.push(`${name} has a lower number than ${newest}. Give it the next free number.`)
  return { problems, added }
}

/** The list with the new files at its end. @throws Error for a file that was changed, or has a number that is too low. */
export function extendMigrationList(list: string, folder = MIGRATIONS): string {
  const { problems, added } = compareMigrations(list, folder)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return list + added.map((name) => `${checksumOf(folder, name)}  ${name}\n`).join('')
}

/** Empty if the file does not exist yet. */
export function readMigrationList(): string {
  return fs.existsSync(MIGRATION_LIST) ? fs.readFileSync(MIGRATION_LIST, 'utf8').replaceAll('\r\n', '\n') : ''
}

function readList(list: string): Listed[] {
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [checksum = '', name = ''] = line.split('  ')
      return { name, checksum }
    })
}
