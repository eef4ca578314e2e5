import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { type Measurement, median } from './measurement.ts'

const READY_MS = 3000
const MEGABYTES = 150
const IDLE_MS = 60_000
const TIMEOUT_MS = 600_000

interface Started {
  process: ChildProcess
  /** Time from the command to the first response of `/readyz`, ms. */
  ready: number
  /** Seconds of CPU by then, of the server alone. */
  cpu: number
}

/** Measures how soon the product answers after a start, and its memory when idle. */
export async function benchStart(quick: boolean): Promise<Measurement[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-bench-start-'))
  try {
    await stop(await start('demo', folder))
    const starts: Started[] = []
    for (let time = 0; time < (quick ? 1 : 3); time++) {
      starts.push(await start('demo', folder))
      await stop(starts.at(-1)!)
    }
    const ready = median(starts.map((item) => item.ready))
    const cpu = median(starts.map((item) => item.cpu))
    const demo = await memoryOf('demo', folder, quick)
    const idle = await memoryOf('start', folder, quick)
    return [
      {
        what: 'second start of the demo',
        sizes: `median of ${starts.length}, until /readyz answers`,
        measured: `${(ready / 1000).toFixed(1)} s (${cpu.toFixed(1)} s of CPU)`,
        wanted: `≤ ${READY_MS / 1000} s`,
        reached: ready <= READY_MS,
      },
      {
        what: 'memory of the idle server',
        sizes: `after ${quick ? 5 : IDLE_MS / 1000} s with the data of the demo and no devices; PostgreSQL besides ${idle.database} MB`,
        measured: `${idle.server} MB`,
        wanted: `≤ ${MEGABYTES} MB`,
        reached: idle.server <= MEGABYTES,
      },
      {
        what: 'memory of the demo with its simulated devices',
        sizes: `after ${quick ? 5 : IDLE_MS / 1000} s; PostgreSQL besides ${demo.database} MB`,
        measured: `${demo.server} MB`,
        wanted: 'information',
        reached: true,
      },
    ]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function memoryOf(mode: 'demo' | 'start', folder: string, quick: boolean) {
  const started = await start(mode, folder)
  await pause(quick ? 5_000 : IDLE_MS)
  const children = processes().filter(({ parent }) => parent === started.process.pid)
  const database = processes().filter(
    ({ pid, parent }) =>
      children.some((child) => child.pid === pid || child.pid === parent) && isDatabase(pid),
  )
  const sum = (pids: number[], of: (pid: number) => number) =>
    Math.round(pids.reduce((all, pid) => all + of(pid), 0) / 1024)
  const measured = {
    server: sum([started.process.pid!], (pid) => kilobytes(pid, 'VmRSS')),
    // Memory that its processes share is counted once.
    database: sum(
      database.map(({ pid }) => pid),
      (pid) => kilobytes(pid, 'RssAnon'),
    ),
  }
  await stop(started)
  return measured
}

async function start(mode: 'demo' | 'start', folder: string): Promise<Started> {
  const [port, mqtt] = [await freePort(), await freePort()]
  const startedAt = performance.now()
  const child = spawn(process.execPath, [path.join(projectRoot, 'scripts/run.mjs'), mode], {
    env: { ...process.env, PORT: String(port), MQTT_PORT: String(mqtt), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`The ${mode} did not come up.`)
    await pause(10)
  }
  const ready = performance.now() - startedAt
  return { process: child, ready, cpu: secondsOfCpu(child.pid!) }
}

async function stop({ process: child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function processes(): { pid: number; parent: number }[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1] ?? 0) }))
}

/** The fields after the name of a process, which may contain spaces: state, parent, … */
function statOf(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    return []
  }
}

function secondsOfCpu(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}

function isDatabase(pid: number): boolean {
  try {
    return /postgres/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

function kilobytes(pid: number, name: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}
