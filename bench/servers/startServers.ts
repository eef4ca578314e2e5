import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server that was started in a process of its own. */
export interface StartedServer {
  port: number
  pid: number
  /** Lets go of it and waits for its end. */
  stop: () => Promise<void>
}

/** The folder that the benchmark was bundled into; every server of it is a file beside. */
export const bundled = path.dirname(fileURLToPath(import.meta.url))

/** Starts one of the benchmark's servers; `setup` is what it is told. */
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
