import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type Listener, openListener } from '../database/listen.ts'
import { openLog } from '../log.ts'
import { doHeavyWork, WorkStopped } from './heavyWork.ts'
import { startSchedule, type Task } from './schedule.ts'

const log = openLog('silent')
let server: TestServer
let listener: Listener
beforeAll(async () => {
  server = await startTestServer()
  listener = await openListener({
    ...{ connection: server.connection, channels: ['live'], log },
    onSilence: () => {},
  })
})
afterAll(async () => {
  await listener.close()
  await server.close()
})

function start(run: Task['run']) {
  const failed: string[] = []
  const task = { name: 'a task of a test', everySeconds: 3600, run }
  const { db, encryptor } = server
  const schedule = startSchedule({
    db,
    encryptor,
    listener,
    log,
    tasks: [task],
    onFailure: (name) => failed.push(name),
  })
  return { ...schedule, failed }
}

test('a server that stops ends the heavy work of its tasks without counting it as a failure', async () => {
  const ends: unknown[] = []
  let begin = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const schedule = start(async ({ signal }) => {
    // More than there are threads: waiting work ends too.
    const works = Array.from({ length: 4 }, () =>
      doHeavyWork('richText', '<p>Text</p>'.repeat(50_000), 600, signal),
    )
    begin()
    ends.push(...(await Promise.allSettled(works)).map((end) => end.status === 'rejected' && end.reason))
    throw ends[0]
  })
  await started
  await schedule.close()
  expect(ends).toHaveLength(4)
  for (const end of ends) expect(end).toBeInstanceOf(WorkStopped)
  expect(schedule.failed).toEqual([])
})

test('a task that fails while the server runs is counted', async () => {
  const schedule = start(() => Promise.reject(new Error('wrong')))
  await expect.poll(() => schedule.failed).toEqual(['a task of a test'])
  await schedule.close()
})
