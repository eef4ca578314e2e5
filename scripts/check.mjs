import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './build.mjs'
import { prepareMachine } from './prepareMachine.mjs'
import { withPostgres15 } from './withPostgres15.mjs'

// Everything that must stay true, what is quick before what takes long. `--all` adds what takes longer:
// the server tests on the oldest PostgreSQL we support, the build with its budget, and the browser.
const all = process.argv.includes('--all')
const counts = { passed: 0, failed: 0 }

const bin = (name) => path.join(root, 'node_modules/.bin', name)

const CHILDREN = new Set()
/** Priority of what computes while something that mostly waits goes on beside it, as `nice` counts. */
const BEHIND = 10

await allOf([
  step('format and lint', () => run(bin('biome'), ['ci', '--error-on-warnings', '.'])),
  step('types', () =>
    Promise.all(['core', 'server', 'web', 'e2e'].map((tier) => run(bin('tsc'), ['--noEmit', '-p', tier]))),
  ),
  step('directions of imports', () => run(process.execPath, ['scripts/checkDirections.mjs'])),
  step('dead code', () => run(bin('knip'), ['--no-progress'])),
])
if (all) {
  prepareMachine()
  // What is killed, cut off and waited for leaves the machine idle for minutes: all that computes goes on meanwhile, and
  // makes room when it is wanted.
  await allOf([
    step('kill -9 under load, and starts that must fail', () =>
      vitest('endurance', ['--project', 'endurance']),
    ),
    testsAndBuild(),
  ])
  await step('browser', () =>
    allOf([
      playwright('journeys', ['--project=journeys']),
      playwright('looks', ['--project=pictures', '--project=looks'], { E2E_PORT: '3421', SIMULATOR: '0' }),
    ]),
  )
} else {
  await tests()
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)

function tests(priority) {
  const projects = ['core', 'web', 'server'].flatMap((name) => ['--project', name])
  return step('rules, screens and server', () => vitest('embedded', projects, { priority }))
}

async function testsAndBuild() {
  await tests(BEHIND)
  await step('server on PostgreSQL 15', () =>
    withPostgres15((url) =>
      vitest('postgres-15', ['--project', 'server'], { priority: BEHIND, env: { TEST_DATABASE_URL: url } }),
    ),
  )
  await step('build and its budget', async () => {
    await run(process.execPath, ['scripts/build.mjs'], { priority: BEHIND })
    await run(process.execPath, ['scripts/checkBundle.mjs'])
    await run(process.execPath, ['scripts/checkStyles.mjs'])
  })
}

/** A step that fails ends the run; the counts so far are still told. */
async function step(name, work) {
  const begun = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  try {
    await work()
    process.stdout.write(`== ${name}: done in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
  } catch (error) {
    console.error(`== ${name}: ${error.message}`)
    if (counts.failed === 0) counts.failed = 1
    for (const child of CHILDREN) child.kill()
    console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
    process.exit(1)
  }
}

/** Waits for all of them, and fails when one has failed. */
async function allOf(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

function run(command, args, { env = {}, priority } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    CHILDREN.add(child)
    // What it starts itself inherits it.
    if (priority && child.pid) os.setPriority(child.pid, priority)
    child.on('error', reject)
    child.on('exit', (code) => {
      CHILDREN.delete(child)
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(command)} ${args[0] ?? ''} failed`))
    })
  })
}

async function vitest(name, args, options) {
  const report = path.join(os.tmpdir(), `ullage-${name}-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    await run(bin('vitest'), ['run', ...args, ...reporters], options)
  } finally {
    if (fs.existsSync(report)) {
      const { numPassedTests, numFailedTests } = JSON.parse(fs.readFileSync(report, 'utf8'))
      counts.passed += numPassedTests
      counts.failed += numFailedTests
    }
  }
}

async function playwright(name, projects, env) {
  const report = path.join(os.tmpdir(), `ullage-${name}-${process.pid}.json`)
  try {
    await run(bin('playwright'), ['test', ...projects, `--output=test-results/${name}`], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
  } finally {
    if (fs.existsSync(report)) {
      const { stats } = JSON.parse(fs.readFileSync(report, 'utf8'))
      counts.passed += stats.expected
      counts.failed += stats.unexpected + stats.flaky
    }
  }
}
