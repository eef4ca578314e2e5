import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DayStop, DriverDayOnPhone, NewEvent } from '../useDriverDay.ts'

/** The props of a step's form. */
export interface StepProps {
  stop: DayStop
  load: DriverLoad
  phone: DriverDayOnPhone
  record: (...events: NewEvent[]) => Promise<void>
}
