import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { toLitres } from '#core/platform/numbers/quantities.ts'
import { balanceOf } from '../onTruck/balanceOf.ts'
import type { LiftTicket, TruckCompartment } from '../onTruck/onTruckResponse.ts'
import { countingTickets, type StopState } from './applyEvent.ts'
import type { DriverRound } from './driverCalls.ts'
import type { DriverEvent } from './driverEvents.ts'

type OnTruckOfDay = NonNullable<DriverRound['on_truck']>
export type VolumeUnit = OnTruckOfDay['units'][number]

/** A lift as the phone shows it: from the day as read, or reported here since. */
export interface LiftOnPhone extends Omit<LiftTicket, 'lift_ticket_id'> {
  /** Null until the server has it. */
  lift_ticket_id: number | null
  isUnsent: boolean
}

/** Litres that left a compartment, or were undone, since the day was read. */
interface Poured {
  readonly compartment: number | null
  readonly litres: number
}

/** The truck's contents, from the server's data and this phone's later events. */
export function onTruckAfter(
  day: OnTruckOfDay,
  reported: readonly { readonly event: DriverEvent; readonly isSent: boolean }[],
  poured: readonly Poured[],
): { compartments: TruckCompartment[]; lifts: LiftOnPhone[] } {
  const lifts = liftsAfter(day, reported)
  const compartments = day.compartments.map((before): TruckCompartment => {
    const own = lifts.filter(
      ({ compartment, is_corrected }) => compartment === before.compartment && !is_corrected,
    )
    const latest = own.findLast(({ gross }) => Number(gross) > 0)
    const product_id = latest?.product_id ?? before.product_id
    const since = poured.filter(({ compartment }) => compartment === before.compartment)
    const delivered = before.delivered_liters + since.reduce((sum, { litres }) => sum + litres, 0)
    const { loaded, book } = balanceOf({
      carried: String(before.carried_liters),
      lifted: own.map((lift) => litresIn(day.units, lift.gross, lift.unit_id)),
      metered: delivered.toFixed(9),
      returned: String(before.returned_liters),
      isGas: day.products.some(
        (product) => product.product_id === product_id && product.product_group === LIQUEFIED_GAS,
      ),
    })
    return {
      ...before,
      ...{ product_id, product_title: latest?.product_title ?? before.product_title },
      loaded_liters: loaded === null ? null : Number(loaded),
      delivered_liters: delivered,
      on_board_liters: book === null ? null : Number(book),
    }
  })
  return { compartments, lifts }
}

/** Litres by compartment on the tickets that count, beyond those on the day as read. */
export function pouredSince(
  units: readonly VolumeUnit[],
  stops: readonly {
    readonly loads: readonly { readonly shipment_detail_id: number; readonly compartment: number | null }[]
    readonly known: StopState
    readonly state: StopState
  }[],
): Poured[] {
  return stops.flatMap(({ loads, known, state }) =>
    loads.map(({ shipment_detail_id, compartment }) => {
      const litresOf = (stop: StopState) =>
        countingTickets(stop)
          .filter((ticket) => ticket.shipment_detail_id === shipment_detail_id)
          .reduce((sum, { quantity, unit_id }) => sum + Number(litresIn(units, quantity, unit_id)), 0)
      return { compartment, litres: litresOf(state) - litresOf(known) }
    }),
  )
}

function liftsAfter(
  { lifts, products, terminals, units }: OnTruckOfDay,
  reported: readonly { readonly event: DriverEvent; readonly isSent: boolean }[],
): LiftOnPhone[] {
  const all: LiftOnPhone[] = lifts.map((lift) => ({ ...lift, isUnsent: false }))
  for (const { event, isSent } of reported) {
    if (event.kind !== 'lifted' && event.kind !== 'lift_corrected') continue
    // Already included in the day as read.
    if (all.some(({ event_id }) => event_id === event.event_id)) continue
    const { body } = event
    const corrects = event.kind === 'lift_corrected' ? event.body.corrects : null
    const original = all.find(
      ({ event_id, lift_ticket_id }) =>
        corrects !== null && (event_id === corrects || lift_ticket_id === corrects),
    )
    if (original) original.is_corrected = true
    all.push({
      ...{ lift_ticket_id: null, event_id: event.event_id, isUnsent: !isSent },
      ...{ number: body.number, compartment: body.compartment, product_id: body.product_id },
      product_title: products.find(({ product_id }) => product_id === body.product_id)?.title ?? '',
      terminal_id: body.terminal_id,
      terminal_title: terminals.find(({ terminal_id }) => terminal_id === body.terminal_id)?.name ?? null,
      ...{ supplier: body.supplier, gross: body.gross, net: body.net, unit_id: body.unit_id },
      unit_title: units.find(({ unit_id }) => unit_id === body.unit_id)?.title ?? '',
      ...{ celsius: body.celsius, lifted_at: body.lifted_at },
      reason: event.kind === 'lift_corrected' ? event.body.reason : null,
      ...{ correction_of: original?.lift_ticket_id ?? null, is_corrected: false },
    })
  }
  return all
}

function litresIn(units: readonly VolumeUnit[], quantity: string, unit_id: number): string {
  const factor = units.find((unit) => unit.unit_id === unit_id)?.factor ?? '1'
  return toLitres(quantity, { measure: 'volume', factor })
}
