import { deviceCalls } from './devices.ts'
import { fleetKinds } from './fleetKinds.ts'
import { callsOf, type MeasuredCall } from './measuredCall.ts'
import { officeKinds } from './officeKinds.ts'
import { telemetryCalls } from './telemetryCalls.ts'

/**
 * All reading calls with a floor, for a business with `devices` devices: devices, and the ten kinds that grow with them. These kinds grow
 * with the fleet or with every day of work and are retained, so that people page through their lists; kinds with a retention period (mails,
 * sign-in attempts, notifications) and those that are read with another record (lines, addresses, readings) are left out.
 */
export function allCalls(devices: number): MeasuredCall[] {
  return [
    ...deviceCalls(devices),
    ...telemetryCalls(),
    ...[...fleetKinds(devices), ...officeKinds(devices)].flatMap(callsOf),
  ]
}
