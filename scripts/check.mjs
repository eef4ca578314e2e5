import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIfNeeded, root } from './build.mjs'
import { changedFiles, recordingTestMap, testsOf, tiersOf } from './changedFiles.mjs'
import { clockAt, filesThatUseTime, MOMENTS } from './clock/clock.mjs'
import { withDemoFolder } from './demoServer.mjs'
import { picturesEnvironment } from './drawPictures.mjs'
import { hasHeadlessShell } from './findBrowser.mjs'
import { otherNode } from './otherNode.mjs'
import { releaseBefore } from './releaseBefore.mjs'
import { allOf, runSteps } from './runSteps.mjs'
import { TURNS, turnOfCommit } from './turns.mjs'
import { withPostgres15 } from './withPostgres15.mjs'

const bin = (name) => path.join(root, 'node_modules/.bin', name)
const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs')
/** Programs that some tests of the server start. @type {import('./machine.mjs').Need[]} */
const FOREIGN = ['mosquitto', 'mosquitto-clients', 'openssl', 'postgresql-15', 'procps']
const DAILY = { TEST_SCOPE: 'daily' }
const ADDED = { TEST_SCOPE: 'added' }
const TURN = turnOfCommit()
/** For the steps of CI that test a part of their matrices. */
const IN_TURN = { TEST_TURN: TURN }
const ofTurn = `turn ${Number(TURN) + 1} of ${TURNS}`
/** Seeds of the day that CI simulates, one for each turn; `npm run test:long` simulates more days. */
const WORLD_SEEDS = [7, 11, 23, 31, 43, 59, 71, 83]
/** Numbers the reports of this run. */
let reports = 0

/** @typedef {import('./runSteps.mjs').Step} Step */

/** @type {Step[]} */
const STATIC = [
  {
    name: 'format, lint, types, directions of imports, dead code, commit subjects',
    run: () =>
      allOf([
        run(bin('biome'), ['ci', '--error-on-warnings', '.']),
        // They run at once, and several threads of one would check the same types several times.
        ...['core', 'server', 'web', 'e2e', 'world'].map((tier) =>
          run(bin('tsc'), ['--noEmit', '--singleThreaded', '-p', tier]),
        ),
        run(process.execPath, ['scripts/checkDirections.mjs']),
        run(process.execPath, ['scripts/checkSubjects.mjs']),
        run(bin('knip'), ['--no-progress']),
      ]),
  },
]

/** @returns {Step} */
const tests = (withEnvironment = (work) => work({})) => ({
  name: 'rules, screens and server',
  run: (report) =>
    withEnvironment((env) =>
      vitest(report, projects('core', 'world', 'web', 'server'), {
        env: { ...env, ...DAILY, ALL_STATEMENTS: '1' },
      }),
    ),
})

/** @type {Step[]} */
const BUILD = [
  {
    name: 'build and its budget',
    run: async () => {
      await run(process.execPath, ['scripts/build.mjs'])
      await run(process.execPath, ['scripts/checkBundle.mjs'])
      await run(process.execPath, ['scripts/checkStyles.mjs'])
    },
  },
]

/** @type {Step} */
const DAILY_JOURNEYS = {
  name: 'the journeys of every day, in a browser',
  needs: ['browser'],
  after: 'build and its budget',
  run: (report) =>
    withDemoFolder((folder) =>
      playwright(report, 'daily', ['--project=daily', '--workers=2'], { E2E_DEMO: folder }),
    ),
}

/** Steps that `npm run test:all` adds to `npm test`. @type {Step[]} */
const ALL_ADDS = [
  {
    name: `the other login types, foreign programs, rows that are read, ${ofTurn}`,
    needs: FOREIGN,
    run: (report) => {
      // The concurrent step needs the build, which the servers of these tests read.
      buildIfNeeded()
      return vitest(report, projects('core', 'web', 'server'), { env: { ...ADDED, ...IN_TURN } })
    },
  },
  { ...world({ days: 1, seed: WORLD_SEEDS[Number(TURN)] }), concurrent: true },
  {
    name: `rules on Node 22, ${ofTurn}`,
    needs: ['node-22'],
    run: (report) =>
      vitest(report, [...projects('core'), `--shard=${Number(TURN) + 1}/${TURNS}`], { node: otherNode(22) }),
  },
  { ...onPostgres15(IN_TURN, 24), name: `server on PostgreSQL 15 and Node 24, ${ofTurn}` },
  {
    name: `the other journeys and the pictures, in a browser, ${ofTurn}`,
    needs: ['browser', 'fonts-noto-core', 'procps', 'gcc', 'libc6-dev'],
    wants: ['chromium-headless-shell'],
    // Two workers: one waits for the browser while the other computes. Each part has its own copy of the demo; a free worker takes the next
    // part.
    run: async (report) => {
      // `npm test` may have built it just before.
      buildIfNeeded()
      await withDemoFolder((folder) => {
        // Journeys marked `@turns` run in every turn, with a part of their screens.
        const parts = [
          ['journeys', ['--grep-invert=@turns', `--shard=${Number(TURN) + 1}/${TURNS}`]],
          ['turns', ['--grep=@turns']],
        ]
        const takeParts = async (env) => {
          const [name, selected] = parts.shift() ?? []
          if (!name) return
          await playwright(report, name, ['--project=journeys', ...selected], env).finally(() =>
            takeParts(env),
          )
        }
        // The daily journeys run in a live demo; here the simulator is off, and the machine is free for the tests.
        const first = { ...IN_TURN, E2E_DEMO: folder, SIMULATOR: '0' }
        const second = { ...first, E2E_PORT: '3421' }
        // The pictures need their own demo, which begins at their fixed moment.
        const pictures = comparePictures(report, { E2E_PORT: '3421' })
        return allOf([takeParts(first), pictures, pictures.catch(() => {}).then(() => takeParts(second))])
      })
    },
  },
]

/** @type {Step[]} */
const CLUSTER = [
  {
    name: 'a cluster of databases and servers',
    needs: [
      ...['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15', 'mosquitto'],
      ...['gettext-base', 'openssl'],
    ],
    run: (report) => vitest(report, projects('cluster'), { env: { CLUSTER_TESTS: '1' } }),
  },
]

/** Rules and server at other times: the files that use the time at each moment, all the others at the first. @type {Step[]} */
const CLOCK = MOMENTS.map((moment, index) => ({
  name: `rules and server at ${moment.at}${moment.zone ? ` in ${moment.zone}` : ''}`,
  needs: ['gcc', 'libc6-dev'],
  run: (report) =>
    vitest(report, [...projects('core', 'server'), ...(index === 0 ? [] : filesThatUseTime())], {
      env: { ...DAILY, ...clockAt(moment) },
    }),
}))

/** @type {Step[]} */
const LONG = [
  {
    name: 'kill -9 under load, long outages, and starts that must fail',
    needs: ['mosquitto', 'postgresql-15'],
    run: (report) => vitest(report, projects('endurance'), { env: { LONG_TESTS: '1' } }),
  },
  ...CLUSTER,
  {
    name: 'the container, built and started',
    needs: ['buildah', 'debootstrap', 'bubblewrap', 'node-24'],
    run: (report) => vitest(report, projects('container'), { env: { CONTAINER_TESTS: '1' } }),
  },
  onPostgres15({ LONG_TESTS: '1' }),
  .../** @type {const} */ ([22, 24]).map((line) => ({
    name: `rules and server on Node ${line}`,
    needs: [`node-${line}`, ...FOREIGN],
    run: (report) => vitest(report, projects('core', 'server'), { node: otherNode(line) }),
  })),
  {
    name: 'the appearance of every screen',
    needs: ['browser', 'fonts-noto-core'],
    run: async (report) => {
      await run(process.execPath, ['scripts/build.mjs'])
      await playwright(report, 'appearance', ['--project=appearance'])
    },
  },
  {
    name: 'the other journeys, all turns',
    needs: ['browser', 'fonts-noto-core'],
    run: async (report) => {
      buildIfNeeded()
      await playwright(report, 'journeys', ['--project=journeys'])
    },
  },
  ...CLOCK,
  ...[7, 11, 23].map((seed) => world({ days: 30, seed })),
  {
    name: 'two days of a distributor, upgraded from the release before',
    needs: ['gcc', 'libc6-dev'],
    run: async (report) => {
      const from = releaseBefore()
      if (from) await runWorld(report, ['--days=2', '--seed=7', `--from=${from}`])
      else report.leaveOut('an upgrade from the release before', 'no earlier release has a tag')
    },
  },
]

/** Steps by option: without one, the mandatory steps; CONTRIBUTING.md describes the others. @type {Record<string, () => Step[]>} */
const MODES = {
  '': () => [...STATIC, tests()],
  '--changed': nearSteps,
  '--test': () => [...STATIC, tests(), ...BUILD, DAILY_JOURNEYS],
  '--all': () => [...STATIC, tests(recordingTestMap), ...BUILD, DAILY_JOURNEYS, ...ALL_ADDS],
  '--added': () => ALL_ADDS,
  '--long': () => LONG,
  '--cluster': () => CLUSTER,
  '--clock': () => CLOCK,
}
const option = process.argv[2] ?? ''
if (!MODES[option])
  throw new Error(`Unknown option ${option}; the options are ${Object.keys(MODES).join(' ')}.`)
await runSteps(MODES[option]())

/** The checks near a change, for use while editing. @returns {Step[]} */
function nearSteps() {
  const files = changedFiles()
  const { related, server } = testsOf(files)
  return [
    {
      name: 'format, lint, types and directions of what changed',
      run: () =>
        allOf([
          run(bin('biome'), ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files]),
          ...tiersOf(files).map(typesOf),
          run(process.execPath, ['scripts/checkDirections.mjs']),
        ]),
    },
    ...(related.length > 0
      ? [
          {
            name: 'rules and screens that import what changed',
            run: (report) =>
              vitest(report, [...related, ...projects('core', 'world', 'web'), '--passWithNoTests'], {
                command: 'related',
              }),
          },
        ]
      : []),
    ...(server.length > 0
      ? [
          {
            name: 'server tests that run what changed',
            run: (report) =>
              vitest(report, [...projects('server'), ...server], {
                env: server.some((file) => files.includes(file)) ? {} : DAILY,
              }),
          },
        ]
      : []),
  ]
}

async function comparePictures(report, env) {
  if (hasHeadlessShell())
    await playwright(report, 'pictures', ['--project=pictures'], { ...env, ...picturesEnvironment() })
  else report.leaveOut('pictures', 'they are compared on Debian’s chromium-headless-shell alone')
}

/** Simulates days of a fuel distributor with 20 tanks against the product, and judges them. @returns {Step} */
function world({ days, seed }) {
  return {
    name: `${days === 1 ? 'a day' : `${days} days`} of a distributor, seed ${seed}`,
    needs: ['gcc', 'libc6-dev'],
    run: (report) => runWorld(report, [`--days=${days}`, `--seed=${seed}`]),
  }
}

async function runWorld(report, args) {
  buildIfNeeded()
  await run(bin('tsx'), ['world/main.ts', '--tanks=20', ...args], {}, report.output)
  report.count(1, 0)
}

/** @returns {Step} */
function onPostgres15(env, line) {
  return {
    name: `server on PostgreSQL 15${line ? ` and Node ${line}` : ''}`,
    needs: ['postgresql-15', ...(line ? [`node-${line}`] : FOREIGN)],
    run: (report) =>
      withPostgres15((url) =>
        vitest(report, projects('server'), {
          env: { ...env, TEST_DATABASE_URL: url },
          node: line && otherNode(line),
        }),
      ),
  }
}

/** Skips steps that have passed before. */
function typesOf(tier) {
  const info = path.join(root, `node_modules/.cache/types/${tier}.json`)
  return run(bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', tier])
}

function projects(...names) {
  return names.flatMap((name) => ['--project', name])
}

/** @param {'inherit' | number} [output] where the output goes: this terminal, or an open file */
function run(command, args, env = {}, output = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['inherit', output, output],
      // Only steps whose `env` sets `TEST_TURN` take turns.
      env: { ...process.env, TEST_TURN: undefined, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(command)} ${args[0] ?? ''} failed`))
    })
  })
}

async function vitest(report, args, { command = 'run', env = {}, node = process.execPath } = {}) {
  const file = path.join(os.tmpdir(), `ullage-vitest-${process.pid}-${++reports}.json`)
  const reporters = ['--reporter=default', '--reporter=./scripts/reportTests.mjs']
  try {
    await run(node, [VITEST, command, '--run', ...args, ...reporters], { ...env, TEST_REPORT: file })
  } finally {
    const result = resultOf(file)
    if (result) {
      report.count(result.passed, result.failed)
      report.name(result.failures)
    } else report.name(['The test run ended before it wrote its report.'])
  }
}

async function playwright(report, name, args, env = {}) {
  const file = path.join(os.tmpdir(), `ullage-${name}-${process.pid}-${++reports}.json`)
  try {
    await run(bin('playwright'), ['test', ...args, `--output=test-results/${name}`], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    })
  } finally {
    const result = resultOf(file)
    if (result) {
      report.count(result.stats.expected + result.stats.flaky, result.stats.unexpected)
      const { failed, repeated } = outcomesOfPlaywright(result)
      report.name(failed)
      report.repeat(repeated)
    }
  }
}

/**
 * Journeys that failed, and those that passed only on a retry, each with the first lines of its errors: a run whose files are gone can
 * still be diagnosed.
 */
function outcomesOfPlaywright({ suites, errors }) {
  const errorsOf = ({ tests }) =>
    tests
      .flatMap(({ results }) => results.findLast((result) => result.errors.length > 0)?.errors ?? [])
      .flatMap(({ message = '' }) => stripVTControlCharacters(message).split('\n').slice(0, 8))
      .map((line) => `\n      ${line}`)
      .join('')
  const specsOf = ({ suites: inner = [], specs = [] }) => [...specs, ...inner.flatMap(specsOf)]
  const journeys = suites.flatMap(specsOf)
  const describe = (spec) => `${spec.file}:${spec.line}: ${spec.title}${errorsOf(spec)}`
  const isRepeated = ({ tests }) => tests.some(({ status }) => status === 'flaky')
  return {
    failed: [...errors.map(({ message }) => message), ...journeys.filter(({ ok }) => !ok).map(describe)],
    repeated: journeys.filter(isRepeated).map(describe),
  }
}

/** The report of a test run; undefined if it ended before it wrote one. */
function resultOf(file) {
  if (!fs.existsSync(file)) return undefined
  const result = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.rmSync(file)
  return result
}
