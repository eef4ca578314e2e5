import { liquidAt } from './demoWeather.ts'
import { timesOf, trueLevels } from './deviceHistory.ts'
import type { PlannedDevice, PlannedPort } from './plannedDevice.ts'
import { swelling } from './swelling.ts'
import { usedBetween } from './tankWorld.ts'

/** What really flowed into a tank, whatever its sensor made of it. */
export interface PastDelivery {
  public_id: string
  port_number: number
  /** Epoch milliseconds. */
  began: number
  ended: number
  /** Of the capacity, as the liquid was warm then. */
  percent: number
  /** °C of the liquid. */
  celsius: number
}

/** More than any tank rises by itself between two records. */
const SMALLEST_RISE = 0.5

/** What was delivered to a device's tanks in so many days, each tank's oldest first. */
export function pastDeliveries(device: PlannedDevice, now: number, days: number): PastDelivery[] {
  const times = timesOf(device, now, days)
  return device.ports.flatMap((port) => (port.tank ? deliveriesTo(device, port, times) : []))
}

function deliveriesTo(device: PlannedDevice, port: PlannedPort, times: readonly number[]): PastDelivery[] {
  const levels = trueLevels(device, port, times)
  const found: PastDelivery[] = []
  for (let i = 1; i < times.length; i += 1) {
    const [before, at] = [times[i - 1]!, times[i]!]
    if (levels[i]! - levels[i - 1]! < SMALLEST_RISE) continue
    const celsius = liquidAt(device.town, at)
    const came = levels[i]! - levels[i - 1]! + usedBetween(port.nature, before, at)
    const percent = came * swelling(port, celsius)
    const last = found.at(-1)
    if (last?.ended === before) Object.assign(last, { ended: at, percent: last.percent + percent })
    else
      found.push({
        ...{ public_id: device.public_id, port_number: port.port_number },
        ...{ began: before, ended: at, percent, celsius },
      })
  }
  return found
}
