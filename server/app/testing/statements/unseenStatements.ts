import fs from 'node:fs'
import path from 'node:path'
import { type Claim, idOf } from './claims.ts'

const LIST = path.join(import.meta.dirname, 'unseen.txt')

/**
 * Compares the typed statements that no test of a whole run has executed with the known ones: `unseen.txt` has their number per file. The
 * list only gets shorter.
 * @param seen the ids of the claims that were checked against a result
 * @returns a line for each file whose number is wrong
 */
export function unseenStatements(claims: readonly Claim[], seen: ReadonlySet<string>): string[] {
  const now = countByFile(claims.filter((claim) => declaresColumns(claim) && !seen.has(idOf(claim))))
  const known = readList()
  return [...new Set([...now.keys(), ...known.keys()])].flatMap((file) => {
    const [is, was] = [now.get(file) ?? 0, known.get(file) ?? 0]
    return is === was ? [] : [`${file}: ${is} typed statements that no test runs, ${was} in unseen.txt`]
  })
}

function readList(): Map<string, number> {
  const lines = fs.readFileSync(LIST, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.split(' ')[1]!, Number(line.split(' ')[0])]))
}

function declaresColumns({ row }: Claim): boolean {
  return row !== 'any' && Object.keys(row.fields ?? {}).length > 0
}

function countByFile(claims: readonly Claim[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { at } of claims) {
    const [file = ''] = at.split(':')
    counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return counts
}
