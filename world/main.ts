import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../scripts/build.mjs'
import { audit } from './books/audit.ts'
import type { Broken } from './books/entries.ts'
import { judgeFalseAlerts, judgeReported } from './books/judgeAlerts.ts'
import { LevelJudge } from './books/judgeLevels.ts'
import { judgeRestore } from './books/judgeRestore.ts'
import { judgeRunOuts } from './books/judgeRunOuts.ts'
import { Clock } from './clock.ts'
import { Operator } from './inhabitants/operator.ts'
import { DAY } from './laws/units.ts'
import { Mailbox } from './mailbox.ts'
import { Product } from './product.ts'
import { Random } from './random.ts'
import { brokenText, writeReport } from './report.ts'
import { settle } from './settle.ts'
import { World } from './world.ts'

/** The day on which a second server joins, and its hours. */
const SECOND_SERVER = { day: 1, from: 8, to: 14 }

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '2' },
    tanks: { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    /** The first day, in winter; default: a Monday in the heating season. */
    start: { type: 'string', default: '2026-12-07' },
    port: { type: 'string', default: '4400' },
    report: { type: 'string' },
    history: { type: 'string', default: '45' },
    /** Per day: of the server, or of it and its database. */
    kills: { type: 'string', default: '0' },
    restore: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    /** The folder of an earlier release: the product starts with it. */
    from: { type: 'string', default: root },
  },
})
process.exit(await main())

/** @returns the exit code: 1 when a promise was broken */
async function main(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-world-'))
  fs.chmodSync(folder, 0o755)
  const start = Date.parse(`${values.start}T05:00:00Z`)
  const clock = new Clock(folder, start)
  const mailbox = await Mailbox.open()
  const product = await Product.start({
    ...{ port: Number(values.port), folder, clock, smtpUrl: mailbox.url, release: path.resolve(values.from) },
  })
  let world: World | undefined
  const onDiscovery = (broken: Broken) => {
    process.stdout.write(`\n${brokenText(broken)}\n`)
    if (values.first && world) world.isOver = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void product.stop().finally(() => process.exit(130)))
  }
  try {
    world = new World(clock, product, new Random(values.seed), start, Number(values.history), onDiscovery)
    return await live(world, folder, mailbox)
  } finally {
    await product.stop()
    mailbox.close()
    for (const data of ['data', 'restored', 'world.backup'])
      fs.rmSync(path.join(folder, data), { recursive: true, force: true })
  }
}

async function live(world: World, folder: string, mailbox: Mailbox): Promise<number> {
  const startedAt = performance.now()
  const days = Number(values.days)
  const kills = Number(values.kills)
  const people = await settle(world, Number(values.tanks))
  const settled = performance.now()
  const { dispatcher, clerk, bookkeeper, customers, drivers, onlookers } = people
  const levels = new LevelJudge(world)
  const operator = new Operator(world)
  const others = [...customers, dispatcher, clerk, bookkeeper, ...onlookers, levels, operator]
  for (const one of [...world.devices, ...others]) world.run(() => one.live())
  for (const driver of drivers) world.run(() => driver.live(dispatcher))
  for (const onlooker of onlookers) onlooker.receiveNews().catch(() => {})
  for (const device of world.devices) device.onReport = () => judgeReported(world, device)
  const at = (day: number, hour: number, what: () => unknown) =>
    world.run(async () => {
      await world.until(world.moment(day, hour))
      await what()
    })
  at(2, 9, () => (mailbox.hangs = true))
  at(2, 12, () => (mailbox.hangs = false))
  at(SECOND_SERVER.day, SECOND_SERVER.from, () => world.product.joinSecond())
  at(SECOND_SERVER.day, SECOND_SERVER.to, () => world.product.leaveSecond())
  if (values.from !== root) at(0, 16, () => world.product.upgrade(root))
  if (kills > 0) world.run(() => killNowAndThen(world, kills))
  await world.live(world.start + days * DAY)
  const lived = performance.now()
  if (!world.isOver) {
    await clerk.doPapers()
    await bookkeeper.compare()
    await audit(world)
    judgeRunOuts(world)
    levels.conclude()
    await judgeFalseAlerts(world)
    await mailbox.audit(world, kills > 0)
    if (values.restore) await judgeRestore(world)
    for (const device of world.devices) await device.repeatEverything()
  }
  const seconds = { settled: (settled - startedAt) / 1000, lived: (lived - settled) / 1000 }
  const file = values.report ?? path.join(folder, 'report.html')
  writeReport(world, file, { seed: values.seed, tanks: values.tanks, days, ...seconds })
  return world.books.found.size === 0 ? 0 : 1
}

/** Bad days: a number of times on each the server or the power fails, while people work. */
async function killNowAndThen(world: World, kills: number): Promise<void> {
  const random = world.random.of('bad days')
  for (let day = 0; ; day++) {
    const hours = Array.from({ length: kills }, () => random.between(6, 17)).sort((one, other) => one - other)
    for (const hour of hours) {
      await world.until(world.moment(day, hour))
      await pause(random.between(10, 600))
      const what = random.pick(['server', 'power'] as const)
      await world.product.killAndStart(what)
      world.books.count(what === 'server' ? 'kills of the server' : 'power cuts')
    }
  }
}
