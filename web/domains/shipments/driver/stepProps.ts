import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DayStop, DriverDayOnPhone, Told } from './useDriverDay.ts'

/** What the form of a step works with. */
export interface StepProps {
  stop: DayStop
  load: DriverLoad
  phone: DriverDayOnPhone
  tell: (...told: Told[]) => Promise<void>
}
