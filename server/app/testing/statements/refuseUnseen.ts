import fs from 'node:fs'
import path from 'node:path'
import { type Claim, idOf } from './claims.ts'

const LIST = path.join(import.meta.dirname, 'unseen.txt')

/**
 * Refuses typed statements that no test of a whole run has had the server run, beyond those that are known: `unseen.txt` says how
 * many each file may have. The list only gets shorter.
 * @param seen the ids of the claims that were held to an answer
 * @returns the lines of the list that say too much
 * @throws Error that names the files
 */
export function refuseUnseen(claims: readonly Claim[], seen: ReadonlySet<string>): string[] {
  const now = countByFile(claims.filter((claim) => saysColumns(claim) && !seen.has(idOf(claim))))
  const known = readList()
  const more = [...now].filter(([file, count]) => count > (known.get(file) ?? 0))
  if (more.length > 0) {
    const lines = more.map(([file, count]) => `${file}: ${count}, known ${known.get(file) ?? 0}`)
    throw new Error(`Typed statements that no test has had the server run:\n${lines.join('\n')}`)
  }
  return [...known]
    .filter(([file, count]) => count > (now.get(file) ?? 0))
    .map(([file]) => `${now.get(file) ?? 0} ${file}`)
}

function readList(): Map<string, number> {
  const lines = fs.readFileSync(LIST, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.split(' ')[1]!, Number(line.split(' ')[0])]))
}

function saysColumns({ row }: Claim): boolean {
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
