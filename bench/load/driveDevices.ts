import { fork } from 'node:child_process'
import path from 'node:path'
import { bundled } from '../servers/startServers.ts'
import type { Load, Orders } from './devices.ts'

/** Runs the load in a separate process, so that it shares neither the server's loop nor its memory. */
export function driveDevices(orders: Omit<Orders, 'now'> & { now?: number }): Promise<Load> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(bundled, 'devices.js'), { execArgv: [] })
    child.send({ now: Date.now(), ...orders } satisfies Orders)
    child.once('message', (load) => resolve(load as Load))
    child.once('error', reject)
    child.once('exit', (code) => code && reject(new Error(`the load ended with ${code}`)))
  })
}
