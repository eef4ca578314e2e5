import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { liquidAt, swelling } from './demoWeather.ts'
import {
  DRIFT,
  FULLEST_SHOWN,
  isBadEcho,
  probeValue,
  stateAt,
  temperatureTold,
  uplinkBody,
} from './deviceHistory.ts'
import type { PlannedDevice } from './fleet.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { type TankSensor, tankSensor } from './tankSensor.ts'
import { nextLevel } from './tankWorld.ts'

/** What the server knows last of a port. */
export interface LastState {
  port_number: number
  percent: number | null
  raw: number
}

/** A device as it lives on from what was last stored of it. */
export interface SimulatedDevice {
  plan: PlannedDevice
  /** Epoch milliseconds of the last measurement. */
  measuredAt: () => number
  /** Measures, for every moment that was due since and for this one; what is not yet taken away is kept. */
  measure: (now: number) => void
  /** Carries out a command; the next uplink says so. */
  confirm: (commandId: number) => void
  /** The next uplink, and what to call when it was acknowledged. */
  uplink: () => { body: string; taken: () => void }
}

/** What a device can keep while nobody takes it. */
const MEMORY = 500
const DAY = 86_400_000

interface SimulatedPort {
  number: number
  sensor: TankSensor | null
  /** Percent of the capacity that its sensor would show at the reference temperature, drift included. */
  level: number
  raw: number
}

export function simulatedDevice(
  plan: PlannedDevice,
  { last, time }: { last: readonly LastState[]; time: number },
): SimulatedDevice {
  const random = seededRandom(plan.seed ^ Math.floor(time / 1000))
  const ports = plan.ports.map(({ port_number, nature }, i): SimulatedPort => {
    const state = last.find((one) => one.port_number === port_number)
    return {
      number: port_number,
      sensor: tankSensor(plan.ports[i]!),
      level: (state?.percent ?? nature.finalPercent) / sizeAt(plan, i, time),
      raw: state?.raw ?? 0,
    }
  })
  let measured = time
  let waiting: UplinkRecord[] = []
  let confirmed: number[] = []

  function step(until: number, now: number): void {
    const values = ports.map((port, i) => {
      const { nature } = plan.ports[i]!
      const isDrifting = plan.condition === 'drift' && port.number === 1
      const drifted = isDrifting ? (DRIFT.perDay * (until - measured)) / DAY : 0
      port.level = nextLevel(nature, port.level, measured, until) + drifted
      const shown = Math.min(port.level * sizeAt(plan, i, until), FULLEST_SHOWN)
      return {
        port: port.number,
        value: valueShown(plan, port, { time: until, shown }, random),
        temperature: temperatureTold(plan.ports[i]!, plan.town, until),
      }
    })
    const state = stateAt(plan, until, now, random)
    waiting.push({ time: until, ports: values, ...state, queued: waiting.length })
    measured = until
  }

  return {
    plan,
    measuredAt: () => measured,
    measure: (now) => {
      const interval = plan.record_interval * 1000
      if (now - measured > MEMORY * interval) measured = now - MEMORY * interval
      while (measured + interval < now) step(measured + interval, now)
      if (now > measured) step(now, now)
      waiting = waiting.slice(-MEMORY)
    },
    confirm: (commandId) => {
      confirmed = [...confirmed, commandId]
    },
    uplink: () => {
      const [records, answers] = [waiting, confirmed]
      return {
        body: uplinkBody(records, answers),
        taken: () => {
          waiting = waiting.filter((record) => !records.includes(record))
          confirmed = confirmed.filter((id) => !answers.includes(id))
        },
      }
    },
  }
}

/** How much room the liquid of a port takes at a moment. */
function sizeAt({ ports, town }: PlannedDevice, place: number, time: number): number {
  return swelling(ports[place]!, liquidAt(town, time))
}

function valueShown(
  plan: PlannedDevice,
  { sensor, raw, number }: SimulatedPort,
  { time, shown }: { time: number; shown: number },
  random: SeededRandom,
): number {
  if (!sensor) return probeValue(plan.town, time)
  if (plan.condition === 'frozen' && number === 1) return raw
  if (plan.condition === 'bad_echoes' && number === 1 && isBadEcho(plan.town, time, random))
    return sensor.echo(random)
  return sensor.rawAt(shown, random)
}
