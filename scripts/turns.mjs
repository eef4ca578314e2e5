import { execFileSync } from 'node:child_process'
import { root } from './build.mjs'

/** Number of turns in which CI tests the largest matrices, one turn for each commit. `npm run test:long` tests them whole. */
export const TURNS = 8

/**
 * The turn of a commit, by its id: the same commit has the same turn on every machine. `TEST_TURN` sets another one, from 0.
 * @returns {string}
 */
export function turnOfCommit() {
  const chosen = process.env['TEST_TURN']
  if (chosen !== undefined) return chosen
  try {
    const id = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
    return String(Number.parseInt(id.slice(0, 8), 16) % TURNS)
  } catch {
    // An archive has no history.
    return '0'
  }
}

/**
 * The items of the current turn; all of them without `TEST_TURN`.
 * @template T
 * @param {readonly T[]} all
 * @returns {T[]}
 */
export function inTurn(all) {
  return all.filter((_, index) => isInTurn(index))
}

/** Whether it is an item's turn. @param {number} index */
export function isInTurn(index) {
  const turn = process.env['TEST_TURN']
  return turn === undefined || index % TURNS === Number(turn)
}
