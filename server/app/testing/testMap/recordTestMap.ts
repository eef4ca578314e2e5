import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { projectRoot } from '#server/platform/projectRoot.ts'

// Records which files of the project run functions during a test file, for `npm run check -- --changed`. Active in runs with
// TEST_MAP, which names the folder of the records. Threads of heavy work are not recorded.

const folder = process.env['TEST_MAP']!
const state = globalThis as { testMapSession?: Promise<Session> }
state.testMapSession ??= startCoverage()

async function startCoverage(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

/**
 * The files of which a function ran since the last call. Code that runs when a module is loaded does not count: it runs once per worker.
 */
async function takeFiles(): Promise<string[]> {
  const session = await state.testMapSession!
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const file = path.relative(projectRoot, url.startsWith('file:') ? fileURLToPath(url) : url)
    const hasRun = functions.some(
      ({ functionName, ranges }) => functionName && ranges.some(({ count }) => count > 0),
    )
    return hasRun && /^(core|server)\//.test(file) ? [file] : []
  })
}

beforeAll(takeFiles)
afterAll(async () => {
  const test = path.relative(projectRoot, expect.getState().testPath!)
  const record = { test, files: await takeFiles() }
  fs.writeFileSync(path.join(folder, `${test.replaceAll('/', '-')}.json`), JSON.stringify(record))
})
