import fs from 'node:fs'
import path from 'node:path'
import type { Claim } from './claims.ts'

const LIST = path.join(import.meta.dirname, 'unseen.txt')

/**
 * Compares the typed statements that no test of a whole run has had the server run with the list of those that are known: how many
 * each file has. The list only gets shorter.
 * @throws Error that tells what differs.
 */
export function refuseUnseen(claims: readonly Claim[], seen: ReadonlySet<string>): void {
  const now = countByFile(claims.filter((claim) => saysColumns(claim) && !seen.has(claim.at)))
  const known = new Map(
    fs
      .readFileSync(LIST, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.split(' ')[1]!, Number(line.split(' ')[0])] as const),
  )
  const problems = [...new Set([...now.keys(), ...known.keys()])].flatMap((file) => {
    const [is, was] = [now.get(file) ?? 0, known.get(file) ?? 0]
    if (is > was)
      return [`${file}: ${is} typed statements that no test runs (${was} known): add a test that runs them`]
    return is < was ? [`${file}: ${was - is} of its typed statements are run now: correct ${LIST}`] : []
  })
  if (problems.length > 0)
    throw new Error(`Typed statements whose rows no test has seen:\n${problems.join('\n')}`)
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
