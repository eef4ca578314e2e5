import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { provide } from './machine.mjs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {import('./machine.mjs').Need[]} [needs] without them the step is reported as not run
 * @property {import('./machine.mjs').Need[]} [wants] without them the step runs, but skips a part
 * @property {string} [after] the name of a step that must succeed first
 * @property {boolean} [concurrent] runs at the same time as the step before it: for one that leaves a core idle
 * @property {(report: Report) => Promise<void>} run
 *
 * @typedef {object} Report
 * @property {(passed: number, failed: number) => void} count adds tests of this step
 * @property {(failures: string[]) => void} name adds the names of tests and files that failed, which are printed again at the end
 * @property {(tests: string[]) => void} repeat adds the names of tests that passed only on a retry
 * @property {(part: string, reason: string) => void} leaveOut reports a part of this step as not run
 * @property {'inherit' | number} output where the output of its processes goes: of a concurrent step to a file that is printed at
 * its end
 */

/**
 * Runs all steps in sequence, except concurrent ones; a failing step does not stop the others. Their needs are installed first. At the end
 * every step that failed or was not run is reported, and the counts of all tests. The process exits with 0 when everything that ran has
 * passed; with CI=true a step that was not run counts as failed.
 * @param {readonly Step[]} steps
 */
export async function runSteps(steps) {
  const missing = provide(steps.flatMap(({ needs = [], wants = [] }) => [...needs, ...wants]))
  const counts = { passed: 0, failed: 0 }
  /** @type {Map<string, string>} */
  const failed = new Map()
  /** @type {Map<string, string>} */
  const notRun = new Map()
  const times = []
  /** @type {string[]} */
  const failedTests = []
  /** @type {string[]} */
  const repeated = []
  const runStep = async ({ name, needs = [], after, concurrent = false, run }) => {
    const absent = needs.filter((need) => missing.has(need)).map((need) => missing.get(need))
    if (after !== undefined && (failed.has(after) || notRun.has(after)))
      absent.push(`“${after}” has not passed`)
    if (absent.length > 0) {
      notRun.set(name, absent.join('; '))
      return
    }
    const startedAt = performance.now()
    console.log(`\n== ${name}${concurrent ? ': at the same time, and printed at its end' : ''}`)
    const buffer = concurrent ? openFile() : undefined
    let failures = 0
    let outcome = 'passed'
    try {
      await run({
        count: (passed, failedOnes) => {
          counts.passed += passed
          failures += failedOnes
        },
        name: (names) => failedTests.push(...names),
        repeat: (tests) => repeated.push(...tests),
        leaveOut: (part, reason) => notRun.set(part, reason),
        output: buffer?.file ?? 'inherit',
      })
    } catch (error) {
      failed.set(name, error.message)
      // A step without its own tests, or one that failed before it counted any.
      failures = Math.max(failures, 1)
      outcome = `FAILED: ${error.message}`
    }
    console.log(`${buffer?.read() ?? ''}== ${name}: ${outcome}`)
    counts.failed += failures
    times.push([name, (performance.now() - startedAt) / 1000])
  }
  for (const group of groupsOf(steps)) await Promise.all(group.map(runStep))
  console.log('\nSeconds by step:')
  for (const [name, seconds] of times) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`)
  for (const [name, reason] of failed) console.log(`\nFAILED: ${name}: ${reason}`)
  for (const name of failedTests) console.log(`  ${name}`)
  if (repeated.length > 0) console.log('\nPASSED ONLY WHEN REPEATED:')
  for (const name of repeated) console.log(`  ${name}`)
  for (const [name, reason] of notRun) console.log(`\nNOT RUN: ${name}: ${reason}.`)
  const isStrict = process.env['CI'] === 'true'
  if (isStrict) counts.failed += notRun.size
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
  process.exit(failed.size > 0 || (isStrict && notRun.size > 0) ? 1 : 0)
}

/**
 * The steps in order, each with those that run at the same time.
 * @param {readonly Step[]} steps
 * @returns {Step[][]}
 */
function groupsOf(steps) {
  /** @type {Step[][]} */
  const groups = []
  for (const step of steps) {
    if (step.concurrent && groups.length > 0) groups.at(-1).push(step)
    else groups.push([step])
  }
  return groups
}

/** A temporary file for the output of processes; `read` returns it and removes the file. */
function openFile() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-step-'))
  const name = path.join(folder, 'output')
  const file = fs.openSync(name, 'w')
  return {
    file,
    read: () => {
      fs.closeSync(file)
      const text = fs.readFileSync(name, 'utf8')
      fs.rmSync(folder, { recursive: true })
      return text
    },
  }
}

/**
 * Waits for all of them, and fails when one has failed.
 * @param {Promise<void>[]} works
 */
export async function allOf(works) {
  const failures = (await Promise.allSettled(works)).filter(({ status }) => status === 'rejected')
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason.message).join('; '))
}
