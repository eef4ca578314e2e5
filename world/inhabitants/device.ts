import mqtt from 'mqtt'
import type { FAULTS } from '../facts/badDays.ts'
import { DAY, HOUR, MINUTE } from '../laws/units.ts'
import type { Random } from '../random.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'

/** Maximum records of a batch. */
const BATCH = 1000
/** How far the wrong clock is ahead for one upload. */
const AHEAD = 23 * HOUR
/** A correct record is of this year or later. */
const FIRST_YEAR = Date.UTC(2020, 0, 1)

interface Record {
  time: string
  ports: { port: number; value: number; temperature: number }[]
  battery: number
  signal: number
}

/** A temporary fault of a device. */
interface Fault {
  kind: (typeof FAULTS)[number]['kind']
  from: number
  to: number
}

/** A device on a tank: measures every hour, reports at its times, and has typical faults. */
export class Device {
  /** Records without an acknowledgement. */
  private pending: Record[] = []
  private silentUntil = 0
  /** Periods without reports, for the books. */
  readonly silences: { from: number; to: number }[] = []
  /** Runs after a report, for the books. */
  onReport: (() => Promise<void>) | undefined
  /** The last value of its sensor. */
  private value = 0
  private readonly random: Random
  private readonly offset: number

  constructor(
    private readonly world: World,
    readonly tank: Tank,
    private readonly key: string,
    readonly habits: { byMqtt: boolean; faults: readonly Fault[]; isCalling: boolean },
  ) {
    this.random = tank.random.of('device')
    // Devices are spread over the hour.
    this.offset = this.random.whole(0, 55) * MINUTE
  }

  /** Reports what it has measured before the start. */
  async reportHistory(): Promise<void> {
    const levels = this.tank.history(this.world.historyStart, 3)
    this.pending = levels.map(({ at, litres }) => this.record(at, litres))
    await this.upload()
  }

  async live(): Promise<void> {
    const { tank, world } = this
    for (const { kind, to } of this.habits.faults)
      if (kind === 'radio') world.run(() => this.forwardBacklog(to))
    const every = tank.kind.uploadEvery
    let hours = this.random.whole(0, every - 1)
    for (let at = world.start + this.offset; ; at += HOUR) {
      await world.until(at)
      const litres = tank.level(at)
      const isAhead = this.has('clock_ahead', at)
      const clock = isAhead ? at + AHEAD : this.has('clock_of_1970', at) ? at % (365 * DAY) : at
      if (clock === at) tank.measured.set(at, litres)
      this.pending.push(this.record(clock, litres, this.has('frozen', at)))
      if (++hours % every === 0 || isAhead) await this.mayUpload(at)
    }
  }

  /** Whether its reports, the present one and the last two, reveal the volume of its tank. */
  isReliable(at: number): boolean {
    const since = at - 2 * this.tank.kind.uploadEvery * HOUR
    return (
      this.silentUntil < since && !this.habits.faults.some(({ from, to }) => from <= at && to + DAY > since)
    )
  }

  private has(kind: Fault['kind'], at: number): boolean {
    return this.habits.faults.some((fault) => fault.kind === kind && at >= fault.from && at < fault.to)
  }

  private async mayUpload(at: number): Promise<void> {
    if (at < this.silentUntil || this.has('radio', at)) return
    if (this.random.happens((0.08 * this.tank.kind.uploadEvery) / 24)) {
      this.silentUntil = at + this.random.between(5, 20) * HOUR
      this.silences.push({ from: at - 4 * this.tank.kind.uploadEvery * HOUR, to: this.silentUntil + DAY })
      this.world.books.count('silences of devices')
      return
    }
    await this.upload()
  }

  private async upload(): Promise<void> {
    if (this.random.happens(0.2)) this.pending = this.random.shuffled(this.pending)
    const isTwice = this.random.happens(0.1)
    while (this.pending.length > 0) {
      const batch = this.pending.slice(0, BATCH)
      if (!(await this.send(batch))) return
      this.acknowledge(batch)
      this.pending = this.pending.slice(batch.length)
      // The acknowledgement was lost in transit.
      if (isTwice) await this.send(batch)
    }
    if (this.onReport) this.world.run(this.onReport)
  }

  /**
   * A gateway stores what it receives while its network is down. Then it forwards each record in its own uplink, one after another,
   * and so do all gateways of the district at once. Some forward the newest record first.
   */
  private async forwardBacklog(at: number): Promise<void> {
    await this.world.until(at)
    const backlog = this.pending.splice(0)
    for (const record of this.random.happens(0.5) ? backlog : backlog.reverse()) {
      const { status } = await this.byHttp([record])
      if (status === 200) this.acknowledge([record])
      else this.pending.push(record)
    }
    if (this.onReport) this.world.run(this.onReport)
  }

  /** Resends everything that was acknowledged since the start: each record must be a duplicate. */
  async repeatEverything(): Promise<void> {
    const { tank, world } = this
    const all = [...(world.books.records.get(tank.public_id)?.values() ?? [])] as Record[]
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH)
      const { status, answer } = await this.byHttp(batch)
      const what = `of ${batch.length} acknowledged records ${answer.accepted} were new when they were sent again`
      if (status === 200 && answer.duplicates !== batch.length)
        world.brokenFor(tank, 1, 'a reading that was acknowledged is not there', what)
    }
  }

  private acknowledge(batch: readonly Record[]): void {
    const { books } = this.world
    const records = books.records.get(this.tank.public_id) ?? new Map<number, object>()
    books.records.set(this.tank.public_id, records)
    const right = batch.filter(({ time }) => Date.parse(time) >= FIRST_YEAR)
    for (const record of right) records.set(Date.parse(record.time), record)
    books.count('records acknowledged', right.length)
  }

  private async send(batch: readonly Record[]): Promise<boolean> {
    if (this.habits.byMqtt) return this.byMqtt(batch)
    const { status, answer } = await this.byHttp(batch)
    if (status !== 200) return false
    const counted = answer.accepted + answer.duplicates + answer.refused.length
    const invalid = batch.filter(({ time }) => Date.parse(time) < FIRST_YEAR).length
    const what = `${batch.length} sent, ${JSON.stringify({ ...answer, commands: undefined })}`
    if (counted !== batch.length || answer.refused.length > invalid)
      this.world.brokenFor(this.tank, 1, 'a right record is refused or not counted', what)
    return true
  }

  private byHttp(batch: readonly Record[]) {
    return this.world.witness.call(this.tank.public_id, {
      ...{ method: 'POST', path: '/api/uplink', headers: { 'x-device-key': this.key } },
      ...{ body: { records: batch }, about: [`tank ${this.tank.number}`] },
    })
  }

  private async byMqtt(batch: readonly Record[]): Promise<boolean> {
    const { public_id } = this.tank
    try {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${this.world.product.mqttPort}`, {
        ...{ clientId: public_id, username: public_id, password: this.key },
        ...{ protocolVersion: 4 as const, reconnectPeriod: 0, connectTimeout: 30_000 },
      })
      // Without reconnecting, a publish whose connection is lost would wait forever.
      const lost = new Promise<never>((_, reject) =>
        client.once('close', () => reject(new Error('connection lost'))),
      )
      lost.catch(() => {})
      try {
        await Promise.race([
          client.publishAsync(`ullage/${public_id}/up`, JSON.stringify({ records: batch }), { qos: 1 }),
          lost,
        ])
        return true
      } finally {
        await client.endAsync(true)
      }
    } catch (error) {
      this.world.books.refused(`MQTT: ${(error as Error).message}`)
      return false
    }
  }

  private record(at: number, litres: number, isFrozen = false): Record {
    if (!isFrozen) this.value = this.tank.reading(litres, this.random)
    return {
      time: new Date(at).toISOString(),
      ports: [{ port: 1, value: this.value, temperature: Number(this.world.weather.celsius(at).toFixed(1)) }],
      // Sometimes in other units than the API requires: percent, and dBm.
      ...(this.random.happens(0.03) ? { battery: 92, signal: -87 } : { battery: 3.9, signal: 20 }),
    }
  }
}
