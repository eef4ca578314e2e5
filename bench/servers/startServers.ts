import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server in a separate process. */
export interface StartedServer {
  port: number
  pid: number
  /** Disconnects and waits for its end. */
  stop: () => Promise<void>
}

/** The folder of the bundled benchmark; every server is another file in it. */
export const bundled = path.dirname(fileURLToPath(import.meta.url))

/** Starts one of the benchmark's servers; `setup` is its message. */
export async function startServerOf(
  name: 'productServer' | 'floorServer',
  setup: object,
  execArgv: readonly string[] = [],
): Promise<StartedServer> {
  const child = fork(path.join(bundled, `${name}.js`), { execArgv: ['--enable-source-maps', ...execArgv] })
  child.send(setup)
  const port = await portOf(child, name)
  return {
    port,
    pid: child.pid!,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

function portOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}.`)))
  })
}
