import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { liquidAt, swelling } from './demoWeather.ts'
import { DRIFT, measure, uplinkBody } from './deviceHistory.ts'
import type { PlannedDevice } from './fleet.ts'
import { seededRandom } from './seededRandom.ts'
import { nextLevel } from './tankWorld.ts'

/** The last state of a port that the server knows. */
export interface LastState {
  port_number: number
  percent: number | null
  raw: number
}

export type SimulatedDevice = ReturnType<typeof simulatedDevice>

/** Maximum number of records that a device catches up on. */
const MAX_CATCH_UP = 500
const DAY = 86_400_000

/** A device that continues from its last stored state. */
export function simulatedDevice(plan: PlannedDevice, last: readonly LastState[], time: number) {
  const random = seededRandom(plan.seed ^ Math.floor(time / 1000))
  const stateOf = (number: number) => last.find(({ port_number }) => port_number === number)
  const stuck = plan.condition === 'frozen' ? stateOf(1)?.raw : undefined
  const celsius = liquidAt(plan.town, time)
  // Levels its sensors would show at the reference temperature, drift included.
  let levels = plan.ports.map(
    (port) => (stateOf(port.port_number)?.percent ?? port.nature.finalPercent) / swelling(port, celsius),
  )
  let measured = time

  function step(until: number, now: number): UplinkRecord {
    const drifted = plan.condition === 'drift' ? (DRIFT.perDay * (until - measured)) / DAY : 0
    levels = plan.ports.map(
      ({ nature }, i) => nextLevel(nature, itemAt(levels, i), measured, until) + (i === 0 ? drifted : 0),
    )
    measured = until
    return measure(plan, { time: until, now, levels, drifted: 0, stuck }, random)
  }

  return {
    public_id: plan.public_id,
    /** Epoch milliseconds of the last measurement. */
    measuredAt: () => measured,
    /**
     * Measures at every moment due since the last report, and now.
     * @param confirm commands that it has carried out
     * @returns the body of the uplink
     */
    report: (now: number, confirm?: readonly number[]): string => {
      const interval = plan.record_interval * 1000
      measured = Math.max(measured, now - MAX_CATCH_UP * interval)
      const records: UplinkRecord[] = []
      while (measured + interval < now) records.push(step(measured + interval, now))
      if (now > measured) records.push(step(now, now))
      return uplinkBody(records, confirm)
    },
  }
}
