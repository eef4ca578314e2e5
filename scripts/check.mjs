import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './build.mjs'
import { changedFiles, testsOf, tiersOf } from './changedFiles.mjs'
import { withDemoFolder } from './demoServer.mjs'
import { otherNode } from './otherNode.mjs'
import { prepareMachine } from './prepareMachine.mjs'
import { withPostgres15 } from './withPostgres15.mjs'

// Everything that must stay true, what is quick before what takes long. `--all` adds what takes longer: the build with its
// budget, the oldest PostgreSQL we support where it could answer otherwise, and the browser. `--long` is what takes longest and
// fails rarest, for before a release. `--changed` is what a change can break near itself, for while one works.
const all = process.argv.includes('--all')
const long = process.argv.includes('--long')
const near = process.argv.includes('--changed')
const counts = { passed: 0, failed: 0 }

const bin = (name) => path.join(root, 'node_modules/.bin', name)

const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs')
const CHILDREN = new Set()

if (near) {
  const files = changedFiles()
  const tests = testsOf(files)
  await allOf([
    step('format and lint', () =>
      run(bin('biome'), ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
    ),
    step('types', () => allOf(tiersOf(files).map(typesOf))),
    step('directions of imports', () => run(process.execPath, ['scripts/checkDirections.mjs'])),
    ...(tests.length > 0 ? [step('tests beside it', () => vitest('near', tests))] : []),
  ])
} else if (long) {
  prepareMachine()
  await step('kill -9 under load, long outages, and starts that must fail', () =>
    vitest('endurance', ['--project', 'endurance'], { LONG_TESTS: '1' }),
  )
  await onPostgres15({ LONG_TESTS: '1' })
  for (const line of [22, 24])
    await step(`rules and server on Node ${line}`, () =>
      vitest(`node-${line}`, ['--project', 'core', '--project', 'server'], {}, otherNode(line)),
    )
  await step('build', () => run(process.execPath, ['scripts/build.mjs']))
  await step('the appearance of every screen', () => playwright('appearance', ['--project=appearance']))
} else {
  await allOf([
    step('format and lint', () => run(bin('biome'), ['ci', '--error-on-warnings', '.'])),
    step('types', () =>
      Promise.all(['core', 'server', 'web', 'e2e'].map((tier) => run(bin('tsc'), ['--noEmit', '-p', tier]))),
    ),
    step('directions of imports', () => run(process.execPath, ['scripts/checkDirections.mjs'])),
    step('dead code', () => run(bin('knip'), ['--no-progress'])),
  ])
  await step('rules, screens and server', () =>
    vitest(
      'embedded',
      ['core', 'web', 'server'].flatMap((name) => ['--project', name]),
      { ALL_STATEMENTS: '1' },
    ),
  )
}
if (all) {
  prepareMachine()
  await step('rules on Node 22', () => vitest('node-22', ['--project', 'core'], {}, otherNode(22)))
  await onPostgres15({}, otherNode(24))
  await step('build and its budget', async () => {
    await run(process.execPath, ['scripts/build.mjs'])
    await run(process.execPath, ['scripts/checkBundle.mjs'])
    await run(process.execPath, ['scripts/checkStyles.mjs'])
  })
  // Two halves at once: one waits for the browser while the other computes. Each has a copy of one demo.
  await step('browser', () =>
    withDemoFolder((folder) => {
      const env = { E2E_DEMO: folder }
      return allOf([
        playwright('journeys-1', ['--project=journeys', '--shard=1/2'], env),
        // The pictures show the demo as it begins: they come first.
        playwright('pictures', ['--project=pictures'], { ...env, E2E_PORT: '3421', SIMULATOR: '0' }).then(
          () => playwright('journeys-2', ['--project=journeys', '--shard=2/2'], { ...env, E2E_PORT: '3421' }),
        ),
      ])
    }),
  )
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)

function onPostgres15(env, node) {
  return step(`server on PostgreSQL 15${node ? ' and Node 24' : ''}`, () =>
    withPostgres15((url) =>
      vitest('postgres-15', ['--project', 'server'], { ...env, TEST_DATABASE_URL: url }, node),
    ),
  )
}

/** What is right already is not looked at again. */
function typesOf(tier) {
  const kept = path.join(root, `node_modules/.cache/types/${tier}.json`)
  return run(bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', kept, '-p', tier])
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

function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    CHILDREN.add(child)
    child.on('error', reject)
    child.on('exit', (code) => {
      CHILDREN.delete(child)
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(command)} ${args[0] ?? ''} failed`))
    })
  })
}

async function vitest(name, args, env, node = process.execPath) {
  const report = path.join(os.tmpdir(), `ullage-${name}-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    await run(node, [VITEST, 'run', ...args, ...reporters], env)
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
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
  } finally {
    if (fs.existsSync(report)) {
      const { stats } = JSON.parse(fs.readFileSync(report, 'utf8'))
      counts.passed += stats.expected
      counts.failed += stats.unexpected + stats.flaky
    }
  }
}
