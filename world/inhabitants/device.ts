import mqtt from 'mqtt'
import { HOUR, MINUTE } from '../laws/units.ts'
import type { Random } from '../random.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'

/** Records of one batch at most. */
const BATCH = 1000
/** How far the device with the wrong clock is ahead for one upload. */
const AHEAD = 23 * HOUR

interface Record {
  time: string
  ports: { port: number; value: number; temperature: number }[]
  battery: number
  signal: number
}

/** A device on a tank: measures every hour, reports at its times, and has the faults that devices have. */
export class Device {
  /** What no acknowledgement has come for. */
  private kept: Record[] = []
  private silentUntil = 0
  private readonly random: Random
  private readonly offset: number

  constructor(
    private readonly world: World,
    readonly tank: Tank,
    private readonly key: string,
    private readonly habits: { byMqtt: boolean; isAheadOnce: boolean },
  ) {
    this.random = tank.random.of('device')
    // Devices are spread over the hour.
    this.offset = this.random.whole(0, 55) * MINUTE
  }

  /** Reports what it has measured before the start. */
  async reportHistory(): Promise<void> {
    const levels = this.tank.history(this.world.historyStart, 3)
    this.kept = levels.map(({ at, litres }) => this.record(at, litres))
    await this.upload()
  }

  async live(): Promise<void> {
    const { tank, world } = this
    const every = tank.kind.uploadEvery
    let hours = this.random.whole(0, every - 1)
    for (let at = world.start + this.offset; ; at += HOUR) {
      await world.until(at)
      const isAhead = this.habits.isAheadOnce && at >= world.moment(0, 10) && at < world.moment(0, 10) + HOUR
      this.kept.push(this.record(isAhead ? at + AHEAD : at, tank.level(at)))
      if (++hours % every === 0 || isAhead) await this.mayUpload(at)
    }
  }

  private async mayUpload(at: number): Promise<void> {
    if (at < this.silentUntil) return
    if (this.random.happens((0.08 * this.tank.kind.uploadEvery) / 24)) {
      this.silentUntil = at + this.random.between(5, 20) * HOUR
      this.world.books.count('silences of devices')
      return
    }
    await this.upload()
  }

  private async upload(): Promise<void> {
    if (this.random.happens(0.2)) this.kept = this.random.shuffled(this.kept)
    const isTwice = this.random.happens(0.1)
    while (this.kept.length > 0) {
      const batch = this.kept.slice(0, BATCH)
      if (!(await this.send(batch))) return
      this.acknowledge(batch)
      this.kept = this.kept.slice(batch.length)
      // The acknowledgement was lost on the way.
      if (isTwice) await this.send(batch)
    }
  }

  /** Sends everything that was acknowledged since the start again: each record must be known. */
  async repeatEverything(): Promise<void> {
    const { books, witness } = this.world
    const all = [...(books.records.get(this.tank.public_id)?.values() ?? [])]
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH)
      const { status, answer } = await this.byHttp(batch as Record[])
      if (status !== 200 || answer.duplicates === batch.length) continue
      const about = [`tank ${this.tank.number}`]
      books.broken({
        promise: 1,
        kind: 'a reading that was acknowledged is not there',
        what: `${this.tank.public_id}: of ${batch.length} acknowledged records ${answer.accepted} were new when they were sent again`,
        calls: witness.callsAbout(about),
      })
    }
  }

  private acknowledge(batch: readonly Record[]): void {
    const { books } = this.world
    const records = books.records.get(this.tank.public_id) ?? new Map<number, object>()
    books.records.set(this.tank.public_id, records)
    for (const record of batch) records.set(Date.parse(record.time), record)
    books.count('records acknowledged', batch.length)
  }

  private async send(batch: readonly Record[]): Promise<boolean> {
    if (this.habits.byMqtt) return this.byMqtt(batch)
    const { status, answer } = await this.byHttp(batch)
    if (status !== 200) return false
    const { books, witness } = this.world
    const counted = answer.accepted + answer.duplicates + answer.refused.length
    if (counted !== batch.length || answer.refused.length > 0) {
      books.broken({
        promise: 1,
        kind: 'a right record is refused or not counted',
        what: `${this.tank.public_id}: ${batch.length} sent, ${JSON.stringify({ ...answer, commands: undefined })}`,
        calls: witness.callsAbout([`tank ${this.tank.number}`], 2),
      })
    }
    return true
  }

  private byHttp(batch: readonly Record[]) {
    return this.world.witness.call(this.tank.public_id, {
      method: 'POST',
      path: '/api/uplink',
      headers: { 'x-device-key': this.key },
      body: { records: batch },
      about: [`tank ${this.tank.number}`],
    })
  }

  private async byMqtt(batch: readonly Record[]): Promise<boolean> {
    const { public_id } = this.tank
    try {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${this.world.product.mqttPort}`, {
        ...{ clientId: public_id, username: public_id, password: this.key },
        ...{ protocolVersion: 4 as const, reconnectPeriod: 0, connectTimeout: 30_000 },
      })
      try {
        await client.publishAsync(`ullage/${public_id}/up`, JSON.stringify({ records: batch }), { qos: 1 })
        return true
      } finally {
        await client.endAsync(true)
      }
    } catch (error) {
      this.world.books.refused(`MQTT: ${(error as Error).message}`)
      return false
    }
  }

  private record(at: number, litres: number): Record {
    return {
      time: new Date(at).toISOString(),
      ports: [
        {
          port: 1,
          value: this.tank.reading(litres, this.random),
          temperature: Math.round(this.world.weather.celsius(at) * 10) / 10,
        },
      ],
      battery: 3.9,
      signal: 20,
    }
  }
}
