import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PORT = Number(process.env['E2E_PORT'] ?? 3411)
const ADDRESS = `http://localhost:${PORT}`

/**
 * The product with its demo, in a data folder of its own, as `npm run demo` starts it. `E2E_RUNNING=1` takes the demo that
 * answers at E2E_PORT already: one that has lived for a while.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['E2E_RUNNING'] === '1') {
    if (!(await isReady())) throw new Error(`Nothing answers at ${ADDRESS}; start the demo there first.`)
    return async () => {}
  }
  if (await isReady()) throw new Error(`Another server answers at ${ADDRESS}; stop it, or set E2E_PORT.`)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-e2e-'))
  const server = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
    env: {
      ...process.env,
      PORT: String(PORT),
      MQTT_PORT: String(PORT + 1),
      DATA_DIR: folder,
      PUBLIC_URL: ADDRESS,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await untilReady(server)
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function untilReady(server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (server.exitCode !== null) throw new Error('The demo ended while it started.')
    if (await isReady()) return
    await pause(100)
  }
  throw new Error('The demo was not ready within two minutes.')
}

function isReady(): Promise<boolean> {
  return fetch(`${ADDRESS}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
