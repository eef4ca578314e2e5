import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { audit, judgeShownLevels } from './books/audit.ts'
import type { Broken } from './books/books.ts'
import { Clock } from './clock.ts'
import { DAY, HOUR } from './laws/units.ts'
import { Product } from './product.ts'
import { Random } from './random.ts'
import { inWords, writeReport } from './report.ts'
import { settle } from './settle.ts'
import { World } from './world.ts'

/** A Monday at midnight where the tanks stand, in the heating season. */
const START = '2026-12-07T05:00:00Z'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '2' },
    tanks: { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    port: { type: 'string', default: '4400' },
    report: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
})
process.exit(await main())

/** @returns the exit code: 1 when a promise was broken */
async function main(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-world-'))
  fs.chmodSync(folder, 0o755)
  const start = Date.parse(START)
  const clock = new Clock(folder, start)
  const product = await Product.start({ port: Number(values.port), folder, clock })
  let world: World | undefined
  const onDiscovery = (broken: Broken) => {
    process.stdout.write(`\n${inWords(broken)}\n`)
    if (values.first && world) world.isOver = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void product.stop().finally(() => process.exit(130)))
  }
  try {
    world = new World(clock, product, new Random(values.seed), start, onDiscovery)
    return await live(world, folder)
  } finally {
    await product.stop()
    fs.rmSync(path.join(folder, 'data'), { recursive: true, force: true })
  }
}

async function live(world: World, folder: string): Promise<number> {
  const begun = performance.now()
  const days = Number(values.days)
  const people = await settle(world, Number(values.tanks))
  const settled = performance.now()
  for (const device of people.devices) world.run(() => device.live())
  for (const customer of people.customers) world.run(() => customer.live())
  for (const driver of people.drivers) world.run(() => driver.live(people.dispatcher))
  world.run(() => people.dispatcher.live())
  world.run(() => people.clerk.live())
  world.run(async () => {
    for (let at = world.start + HOUR; ; at += HOUR) {
      await world.until(at)
      await judgeShownLevels(world, people.owner)
    }
  })
  await world.live(world.start + days * DAY)
  const lived = performance.now()
  if (!world.isOver) {
    await people.clerk.doPapers()
    await audit(
      world,
      people.owner,
      people.drivers.map(({ truck }) => truck),
    )
    for (const device of people.devices) await device.repeatEverything()
  }
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0)
  const file = values.report ?? path.join(folder, 'report.html')
  writeReport(world, file, {
    ...{ seed: values.seed, days: values.days, tanks: values.tanks },
    'seconds to settle': seconds(begun, settled),
    'seconds a day': (Number(seconds(settled, lived)) / days).toFixed(0),
  })
  const { books, witness } = world
  process.stdout.write(
    `\n${[...books.counts].map(([what, count]) => `${count} ${what}`).join(', ')}, ${witness.calls.length} calls\n`,
  )
  process.stdout.write(
    `Settled in ${seconds(begun, settled)} s, lived ${days} days in ${seconds(settled, lived)} s.\n`,
  )
  for (const [refusal, times] of books.refusals) process.stdout.write(`Refused ${times} ×: ${refusal}\n`)
  for (const { promise, kind, times } of books.found.values())
    process.stdout.write(`BROKEN ${times} ×: promise ${promise}: ${kind}\n`)
  for (const [complaint, times] of world.product.complaints())
    process.stdout.write(`Logged ${times} ×: ${complaint}\n`)
  process.stdout.write(
    `Report: ${file}\n${books.found.size === 0 ? 'Every promise was kept' : `${books.found.size} promises were broken`}.\n`,
  )
  return books.found.size === 0 ? 0 : 1
}
