import { deviceCalls } from './devices.ts'
import { fleetKinds } from './fleetKinds.ts'
import { callsOf, type MeasuredCall } from './measuredCall.ts'
import { officeKinds } from './officeKinds.ts'
import { telemetryCalls } from './telemetryCalls.ts'

/**
 * Every reading call that has a floor, of a business with so many devices: devices, and the ten kinds that grow with
 * them. A kind is among these when it grows with the fleet or with every day of work and is kept for good, so that
 * its list is one that people page through; what is swept after a time (mails, attempts to sign in, notifications) and
 * what hangs from another record and is read with it (lines, addresses, readings) is not.
 */
export function allCalls(devices: number): MeasuredCall[] {
  return [
    ...deviceCalls(devices),
    ...telemetryCalls(),
    ...[...fleetKinds(devices), ...officeKinds(devices)].flatMap(callsOf),
  ]
}
