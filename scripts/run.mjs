import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildBench, buildIfNeeded, root } from './build.mjs'

const [mode = 'start', ...rest] = process.argv.slice(2)

/** Runs a child in this terminal; signals are forwarded, and its exit is ours. */
function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // A terminal sends Ctrl-C to the child as well: forwarded, it would count as a second one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

const bin = (name) => path.join(root, 'node_modules/.bin', name)

if (mode === 'dev') {
  const client = spawn(bin('vite'), [], { cwd: root, stdio: 'inherit' })
  process.on('exit', () => client.kill())
  // Vite forwards calls to this port.
  const env = { PORT: '3000', ...process.env }
  run(bin('tsx'), ['watch', '--clear-screen=false', 'server/app/main.ts', 'demo'], { env })
} else if (mode === 'bench') {
  const { provide } = await import('./machine.mjs')
  const missing = provide(rest.includes('servers') ? ['mosquitto'] : [])
  if (missing.size > 0) throw new Error([...missing.values()].join('; '))
  run(process.execPath, ['--enable-source-maps', buildBench(), ...rest])
} else {
  buildIfNeeded()
  // In this process: a parent that only waits would hold 45 MB and delay the start.
  process.setSourceMapsEnabled(true)
  await import('../dist/server/main.js')
}
