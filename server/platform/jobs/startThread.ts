import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../projectRoot.ts'

/**
 * Starts a thread that does not keep the process alive.
 * @param name its file in `server/app`
 * @param megabytes the largest heap; beyond it only the thread ends
 */
export function startThread(name: 'heavyWorker' | 'decoderWorker', megabytes: number): Worker {
  const options = { env: {}, resourceLimits: { maxOldGenerationSizeMb: megabytes } }
  const built = path.join(projectRoot, `dist/server/${name}.js`)
  const isBuilt = !import.meta.url.endsWith('.ts') && fs.existsSync(built)
  const worker = isBuilt
    ? new Worker(built, options)
    : new Worker(fromSources(name), { ...options, eval: true })
  worker.unref()
  // A terminated worker emits another error; no one waits for it then.
  worker.on('error', () => {})
  return worker
}

/** Run from the sources, as in tests, the thread first loads the TypeScript loader. */
function fromSources(name: string): string {
  const reader = pathToFileURL(path.join(projectRoot, 'node_modules/tsx/dist/esm/api/index.mjs')).href
  const source = pathToFileURL(path.join(projectRoot, `server/app/${name}.ts`)).href
  const [tool, work] = [reader, source].map((item) => JSON.stringify(item))
  return `void import(${tool}).then(({ register }) => (register(), import(${work})))`
}
