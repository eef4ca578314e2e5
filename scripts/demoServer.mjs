import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './build.mjs'
import { makeTestFolder } from './testFolder.mjs'

/**
 * Starts the product with its demo, as `npm run demo` does, and waits until it answers.
 * @param {{ port: number, folder: string, env?: Record<string, string> }} where The data folder is created if it is missing.
 * @returns {Promise<() => Promise<void>>} a function that stops it
 */
export async function startDemo({ port, folder, env = {} }) {
  const address = `http://localhost:${port}`
  if (await isReady(address)) throw new Error(`Another server answers at ${address}; stop it first.`)
  const server = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(port + 1),
      DATA_DIR: folder,
      PUBLIC_URL: address,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await untilReady(server, address)
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
}

/**
 * Waits until a server that was started answers.
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} address
 */
export async function untilReady(server, address) {
  // A busy machine needs minutes for a new demo.
  const until = Date.now() + 15 * 60_000
  while (!(await isReady(address))) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`The server of ${address} ended while it started.`)
    if (Date.now() > until) {
      // Otherwise it would keep running and occupy its port.
      server.kill('SIGTERM')
      throw new Error(`${address} was not ready within 15 minutes.`)
    }
    await pause(100)
  }
}

/**
 * Creates a demo, stops it, and passes its data folder to the work: copying it takes a second, creating it again most of a minute.
 * `DEMO_FOLDER` names a persistent folder: the demo is created there once, for all commands of a run.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function withDemoFolder(work) {
  const shared = process.env['DEMO_FOLDER']
  if (shared && fs.existsSync(shared)) return work(shared)
  const folder = makeTestFolder('ullage-demo')
  try {
    const stop = await startDemo({ port: 3431, folder, env: { SIMULATOR: '0' } })
    await stop()
    if (shared) share(folder, shared)
    return await work(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a demo to where other commands find it, completely or not at all. */
function share(folder, shared) {
  const copy = fs.mkdtempSync(`${shared}-`)
  copyDataFolder(folder, copy)
  fs.renameSync(copy, shared)
}

/**
 * Copies a data folder with owners and permissions: the database refuses one that it does not own.
 * @param {string} from
 * @param {string} to a folder that exists and is empty
 */
export function copyDataFolder(from, to) {
  const { status } = spawnSync('cp', ['-a', `${from}/.`, to], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}.`)
}

/** @param {string} address */
export function isReady(address) {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
