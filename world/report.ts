import fs from 'node:fs'
import type { Broken } from './books/entries.ts'
import type { Call } from './call.ts'
import { PRODUCTS } from './facts/products.ts'
import type { World } from './world.ts'

const escaped = (text: unknown) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!,
  )

/** A call in one line, with a long body shortened. */
export function inOneLine({ at, who, method, path, body, status, answer, took }: Call): string {
  const cut = (value: unknown) => (value === undefined ? '' : JSON.stringify(value).slice(0, 400))
  const refusal = status === 200 ? '' : ` ${cut(answer)}`
  return `${new Date(at).toISOString()} ${who}: ${method} ${path} ${cut(body)} → ${status}${refusal} (${took} ms)`
}

/** A broken promise as it is printed. */
export function brokenText({ promise, kind, what, calls }: Broken): string {
  return [`Promise ${promise}: ${kind}`, `  ${what}`, ...calls.map((call) => `    ${inOneLine(call)}`)].join(
    '\n',
  )
}

interface Facts {
  seed: string
  tanks: string
  days: number
  settled: number
  lived: number
}

/** Prints what happened, and writes a report: what happened, and the broken promises with their calls. */
export function writeReport(world: World, file: string, { settled, lived, ...run }: Facts): void {
  print(world, file, { settled, lived, ...run })
  const facts = {
    ...run,
    'seconds to settle': settled.toFixed(0),
    'seconds a day': (lived / run.days).toFixed(0),
  }
  const { books, witness } = world
  const rows = (pairs: Iterable<readonly [string, unknown]>) =>
    [...pairs].map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`).join('')
  const times = witness.calls.map(({ took }) => took).sort((one, other) => one - other)
  const broken = [...books.found.values()].map(
    (one) => `<details><summary>Promise ${one.promise}: ${escaped(one.kind)} (${one.times} times)</summary>
      <p>${escaped(one.what)}</p><pre>${escaped(one.calls.map(inOneLine).join('\n'))}</pre></details>`,
  )
  const tanks = world.tanks.map((tank) => {
    const { kind, capacity, fills, public_id } = tank
    const delivered = Math.round(fills.reduce((sum, { litres }) => sum + litres, 0))
    return `<tr><th>${public_id}</th><td>${PRODUCTS[kind.product].name}</td><td>${Math.round(capacity)}</td>
      <td>${(tank.share(world.now()) * 100).toFixed(1)}</td><td>${fills.length}</td><td>${delivered}</td></tr>`
  })
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The world</title>
    <style>body{font:15px/1.5 system-ui;max-width:70em;margin:2em auto;padding:0 1em}th{text-align:left;font-weight:500;padding-right:2em}
    td{text-align:right}pre{overflow:auto;font-size:12px;background:#f4f4f4;padding:1em}</style>
    <h1>The world</h1><table>${rows(Object.entries(facts))}${rows(books.counts)}${rows(books.figures)}
    ${rows([
      ['calls', witness.calls.length],
      ['median of an answer, ms', times[Math.floor(times.length / 2)] ?? 0],
      ['99 of 100 answers, ms', times[Math.floor(times.length * 0.99)] ?? 0],
      ['longest answer, ms', times.at(-1) ?? 0],
    ])}</table>
    <h2>Broken promises: ${books.found.size}</h2>${broken.join('')}
    <h2>Refusals</h2><table>${rows(books.refusals)}</table>
    <h2>Tanks</h2><table><tr><th>Tank</th><th>Product</th><th>Litres</th><th>Percent</th><th>Fills</th><th>Litres brought</th></tr>
    ${tanks.join('')}</table></html>`
  fs.writeFileSync(file, page)
}

/** The server's log lines above info level, each once, with its count. */
function complaints(folder: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of fs.readFileSync(`${folder}/server.log`, 'utf8').split('\n')) {
    if (!line.startsWith('{')) continue
    const { task = '', msg, err } = JSON.parse(line)
    const details = `${msg} ${task} ${err?.message ?? ''}`
    found.set(details, (found.get(details) ?? 0) + 1)
  }
  return found
}

function print({ books, witness, product }: World, file: string, { days, settled, lived }: Facts): void {
  const counts = [...books.counts].map(([what, count]) => `${count} ${what}`)
  const lines = [
    `\n${counts.join(', ')}, ${witness.calls.length} calls`,
    `Settled in ${settled.toFixed(0)} s, lived ${days} days in ${lived.toFixed(0)} s.`,
    ...[...books.figures].map(([figure, says]) => `${figure}: ${says}`),
    ...[...books.refusals].map(([refusal, times]) => `Refused ${times} ×: ${refusal}`),
    ...[...books.found.values()].map(
      ({ promise, kind, times }) => `BROKEN ${times} ×: promise ${promise}: ${kind}`,
    ),
    ...[...complaints(product.folder)].map(([complaint, times]) => `Logged ${times} ×: ${complaint}`),
    `Report: ${file}`,
    books.found.size === 0 ? 'Every promise held.' : `${books.found.size} promises were broken.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
