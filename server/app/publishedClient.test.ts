import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { COMPANY, tokenOf } from './testing/accounts.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** A client whose types openapi-typescript generates from the published document alone. */

const REQUESTS = path.join(projectRoot, 'server/app/testing/publishedClient/requests.ts')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-client-'))
})
afterAll(async () => {
  await server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' })

test('compiles, and rejects code that does not match the document', async () => {
  const { payload } = await server.app.inject({ method: 'GET', url: '/api/openapi.json' })
  const [document, types, project] = ['openapi.json', 'paths.d.ts', 'tsconfig.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  fs.writeFileSync(document, payload)
  run('scripts/writeClientTypes.mjs', document, types)
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, types: [] },
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', paths: { 'published-api': [types] } },
  }
  fs.writeFileSync(project, JSON.stringify({ compilerOptions, files: [REQUESTS] }))
  let errors = ''
  try {
    run('node_modules/typescript/bin/tsc', '-p', project)
  } catch (failure) {
    errors = String((failure as { stdout?: string }).stdout ?? failure)
  }
  expect(errors).toBe('')
})

test('gets responses that match its types', async () => {
  // The generated types do not exist until then: the test above compiles them.
  const { makeRequests } = await import(/* @vite-ignore */ REQUESTS)
  const company_id = COMPANY.customer
  const response = await makeRequests(
    `http://127.0.0.1:${server.port}/api`,
    tokenOf('administrator'),
    company_id,
  )
  expect(response).toEqual({
    first: 'Written by a stranger',
    total: expect.any(Number),
    actions: ['update', 'create'],
    before: 'Written by a stranger',
    rules: ['tag required'],
    direction: 'ltr',
    density: 'compact',
    messages: [expect.any(String), expect.any(String)],
    names: ['Written by a stranger', 'Written again', 'Written again'],
    done: 1,
    passkeys: 0,
  })
  expect(response.total).toBeGreaterThan(0)
})
