import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startTestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { copyDataFolder, isReady, startDemo } from '../scripts/demoServer.mjs'
import { makeTestFolder } from '../scripts/testFolder.mjs'

const PORT = Number(process.env['E2E_PORT'] ?? 3411)

/**
 * Starts the product with its demo, in its own data folder, like `npm run demo`. `E2E_DEMO` names the data folder of an existing, stopped
 * demo: a copy of it starts sooner. `E2E_RUNNING=1` uses the running demo at E2E_PORT: one that has been running for a while. Mails of the
 * product go to a mail server of the journeys, which stores them in the folder `E2E_MAILS`.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['E2E_RUNNING'] === '1') {
    const address = `http://localhost:${PORT}`
    if (!(await isReady(address)))
      throw new Error(`Nothing answers at ${address}; start the demo there first.`)
    return async () => {}
  }
  const folder = makeTestFolder('ullage-e2e')
  const made = process.env['E2E_DEMO']
  if (made) copyDataFolder(made, folder)
  const mails = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-e2e-mails-'))
  process.env['E2E_MAILS'] = mails
  const post = await startTestMailServer()
  post.onData = async ({ to, text }) =>
    fs.appendFileSync(path.join(mails, encodeURIComponent(to[0] ?? '')), `${text}\n`)
  const stop = await startDemo({ port: PORT, folder, env: { SMTP_URL: post.url } })
  return async () => {
    await stop()
    await post.close()
    fs.rmSync(mails, { recursive: true, force: true })
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
