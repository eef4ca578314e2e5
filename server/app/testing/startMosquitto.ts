import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Mosquitto {
  url: string
  /** Stops the broker and discards its data. */
  stop: () => Promise<void>
  /** Starts it again, empty, at the same address. */
  start: () => Promise<void>
}

/** Starts mosquitto on a free port, for all clients of this machine. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-mosquitto-'))
  const port = await freePort()
  const file = path.join(folder, 'mosquitto.conf')
  const settings = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0']
  let broker: ChildProcess | undefined
  const start = async () => {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(file, [...settings, `user ${os.userInfo().username}`].join('\n'))
    broker = spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' })
    // Rejects if there is no such program.
    await once(broker, 'spawn')
    while (!(await isAnswering(port))) await pause(25)
  }
  const stop = async () => {
    if (!broker) return
    broker.kill('SIGTERM')
    await once(broker, 'exit')
    broker = undefined
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return { url: `mqtt://127.0.0.1:${port}`, start, stop }
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
