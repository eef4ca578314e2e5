import type { DifferenceReason, DoorPayment, DriverEvent, DriverEventBodies } from './driverEvents.ts'

/** The facts of a stop before anything happens there. */
export interface StopFacts {
  readonly loads: readonly { readonly shipment_detail_id: number; readonly isGas: boolean }[]
}

/** A delivery ticket of a stop. */
export interface StopTicket {
  readonly event_id: string
  readonly shipment_detail_id: number
  readonly number: number
  readonly meter_start: string | null
  readonly meter_end: string | null
  readonly quantity: string
  readonly unit_id: number
  readonly celsius: number | null
  readonly reason: DifferenceReason | string | null
  readonly at: string
  /** Number of the ticket that this one corrects. */
  readonly corrects: number | null
  /** Corrected by another one, so it no longer counts. */
  readonly isCorrected: boolean
}

/** A payment taken at a stop. */
export interface StopPayment extends Readonly<DoorPayment> {
  readonly event_id: string
  readonly at: string
  /** The event of the payment that this one corrects. */
  readonly corrects: string | null
  /** Corrected by another one, so it no longer counts. */
  readonly isCorrected: boolean
}

/** The driver's entries for a load. */
export interface LoadState {
  readonly checked: 'scanned' | 'by_hand' | null
  readonly before: number | null
  readonly isInterrupted: boolean
  readonly after: number | null
}

/** The state of a stop, derived from the events that count. */
export interface StopState {
  readonly status: 'planned' | 'arrived' | 'done' | 'not_delivered'
  readonly arrived_at: string | null
  readonly done_at: string | null
  readonly reason: string | null
  readonly note: string | null
  readonly loads: Readonly<Record<number, LoadState>>
  readonly tickets: readonly StopTicket[]
  readonly leakCheck: DriverEventBodies['leak_check'] | null
  readonly signed: { readonly name: string; readonly at: string; readonly isAbsent: boolean } | null
  readonly pictures: readonly string[]
  /** Addresses that the current tickets were e-mailed to. */
  readonly mailed: readonly string[]
  readonly payments: readonly StopPayment[]
  readonly isClosed: boolean
  /** The events that count, in order; undone ones are left out. */
  readonly events: readonly DriverEvent[]
  /** Ids of all judged events: applying one again changes nothing. */
  readonly judged: readonly string[]
}

/** Why an event does not count. */
export type EventRefusal =
  | 'not_arrived'
  | 'already_arrived'
  | 'stop_signed'
  | 'stop_closed'
  | 'no_such_load'
  | 'ticket_number_used'
  | 'meter_backwards'
  | 'has_tickets'
  | 'nothing_delivered'
  | 'was_not_delivered'
  | 'leak_check_needed'
  | 'not_signed'
  | 'not_the_last_step'
  | 'no_such_ticket'
  | 'not_of_a_stop'
  | 'already_mailed'
  | 'too_many_mails'
  | 'nothing_paid'
  | 'check_number_missing'
  | 'no_such_payment'

/** Maximum number of addresses that the tickets of a stop are e-mailed to. */
const MAX_MAILED = 5

const NO_LOAD: LoadState = { checked: null, before: null, isInterrupted: false, after: null }

/** The initial state of a stop. */
export const PLANNED_STOP: StopState = {
  status: 'planned',
  arrived_at: null,
  done_at: null,
  reason: null,
  note: null,
  loads: {},
  tickets: [],
  leakCheck: null,
  signed: null,
  pictures: [],
  mailed: [],
  payments: [],
  isClosed: false,
  events: [],
  judged: [],
}

/** A gas tank at or below this percent of its capacity counts as out of supply. */
const NEARLY_EMPTY = 5

/** A gas tank that was empty or interrupted needs a leak check before it goes back into service. */
export function needsLeakCheck({ loads }: StopFacts, stop: StopState): boolean {
  return loads.some(({ shipment_detail_id, isGas }) => {
    const { before, isInterrupted } = stop.loads[shipment_detail_id] ?? NO_LOAD
    return isGas && (isInterrupted || (before !== null && before <= NEARLY_EMPTY))
  })
}

/** The stop after an event, and the reason if the event does not count. An event that was judged before changes nothing. */
export function applyEvent(
  facts: StopFacts,
  stop: StopState,
  event: DriverEvent,
): { stop: StopState; refused: EventRefusal | null } {
  if (stop.judged.includes(event.event_id)) return { stop, refused: null }
  const refused = refusalOf(facts, stop, event)
  const judged = [...stop.judged, event.event_id]
  if (refused) return { stop: { ...stop, judged }, refused }
  if (event.kind !== 'undo') return { stop: { ...after(stop, event), judged }, refused }
  const remaining = stop.events.slice(0, -1)
  return { stop: { ...remaining.reduce(after, PLANNED_STOP), judged }, refused }
}

/** The stop after a sequence of events that were found to count when they arrived. */
export function replayEvents(events: readonly DriverEvent[], facts: StopFacts): StopState {
  return events.reduce((stop, event) => applyEvent(facts, stop, event).stop, PLANNED_STOP)
}

/** Tickets that no other one corrects. */
export function countingTickets(stop: StopState): readonly StopTicket[] {
  return stop.tickets.filter(({ isCorrected }) => !isCorrected)
}

/** Payments that no other one corrects. */
export function countingPayments(stop: StopState): readonly StopPayment[] {
  return stop.payments.filter(({ isCorrected }) => !isCorrected)
}

/** Events of the round as a whole. */
const OF_A_ROUND: readonly string[] = ['left', 'lifted', 'lift_corrected', 'round_closed']
/** Events allowed at a closed stop. */
const EVENTS_AT_CLOSED_STOP: readonly string[] = ['correction', 'mailed', 'paid', 'payment_corrected']
/** After the signature only corrections change a stop; payments are still possible. */
const EVENTS_AFTER_SIGNING: readonly string[] = [...EVENTS_AT_CLOSED_STOP, 'picture', 'closed']

/** Money that changed hands is recorded even if the arrival came too late to count. */
const OF_MONEY: readonly string[] = ['paid', 'payment_corrected']

function refusalOf(facts: StopFacts, stop: StopState, event: DriverEvent): EventRefusal | null {
  const { kind } = event
  if (OF_A_ROUND.includes(kind)) return 'not_of_a_stop'
  if (stop.isClosed && !EVENTS_AT_CLOSED_STOP.includes(kind)) return 'stop_closed'
  if (stop.signed && !EVENTS_AFTER_SIGNING.includes(kind)) return 'stop_signed'
  if (kind === 'arrived') return stop.arrived_at === null ? null : 'already_arrived'
  if (kind === 'undo') return stop.events.at(-1)?.event_id === event.body.undone ? null : 'not_the_last_step'
  if (stop.arrived_at === null && !OF_MONEY.includes(kind)) return 'not_arrived'
  if ('shipment_detail_id' in event.body) {
    const { shipment_detail_id } = event.body
    if (!facts.loads.some((load) => load.shipment_detail_id === shipment_detail_id)) return 'no_such_load'
  }
  return refusalAtStop(facts, stop, event)
}

function refusalAtStop(facts: StopFacts, stop: StopState, event: DriverEvent): EventRefusal | null {
  const isUnserved = stop.status === 'not_delivered'
  switch (event.kind) {
    case 'delivered':
    case 'correction': {
      const { number, meter_start, meter_end } = event.body
      if (isUnserved) return 'was_not_delivered'
      if (stop.tickets.some((ticket) => ticket.number === number)) return 'ticket_number_used'
      if (meter_start !== null && meter_end !== null && Number(meter_end) < Number(meter_start)) {
        return 'meter_backwards'
      }
      if (event.kind === 'delivered') return null
      const { corrects, shipment_detail_id } = event.body
      const original = countingTickets(stop).find((ticket) => ticket.number === corrects)
      return original?.shipment_detail_id === shipment_detail_id ? null : 'no_such_ticket'
    }
    case 'not_delivered':
      return stop.tickets.length > 0 ? 'has_tickets' : null
    case 'signed':
      if (stop.tickets.length === 0) return isUnserved ? 'was_not_delivered' : 'nothing_delivered'
      return needsLeakCheck(facts, stop) && !stop.leakCheck ? 'leak_check_needed' : null
    case 'mailed':
      if (stop.tickets.length === 0) return 'nothing_delivered'
      if (!stop.signed) return 'not_signed'
      if (stop.mailed.includes(event.body.to)) return 'already_mailed'
      return stop.mailed.length >= MAX_MAILED ? 'too_many_mails' : null
    case 'paid':
      return Number(event.body.amount) > 0 ? checkIssue(event.body) : 'nothing_paid'
    case 'payment_corrected': {
      const { corrects, amount } = event.body
      if (!countingPayments(stop).some((payment) => payment.event_id === corrects)) return 'no_such_payment'
      return Number(amount) > 0 ? checkIssue(event.body) : null
    }
    case 'closed':
      return stop.signed || isUnserved ? null : 'not_signed'
    default:
      return null
  }
}

/** A check needs its number. */
function checkIssue({ method, check_number }: DoorPayment): EventRefusal | null {
  return method === 'check' && !check_number ? 'check_number_missing' : null
}

type LoadEvent = Extract<DriverEvent, { kind: 'before' | 'after' }>

const endOf = ({ status }: StopState) => (status === 'not_delivered' ? status : 'done')

const withLoad = (
  stop: StopState,
  { body: { shipment_detail_id: id } }: LoadEvent,
  changes: Partial<LoadState>,
) => ({
  ...stop,
  loads: { ...stop.loads, [id]: { ...(stop.loads[id] ?? NO_LOAD), ...changes } },
})

const signatureOf = ({ at, body: { name, signature } }: Extract<DriverEvent, { kind: 'signed' }>) => ({
  name,
  at,
  isAbsent: signature === null,
})

const corrected = <T extends { isCorrected: boolean }>(all: readonly T[], isIt: (one: T) => boolean): T[] =>
  all.map((item) => (isIt(item) ? { ...item, isCorrected: true } : item))

/** Applies an event that counts. */
function after(stop: StopState, event: DriverEvent): StopState {
  const next = { ...stop, events: [...stop.events, event] }
  const own = { event_id: event.event_id, at: event.at, isCorrected: false }
  switch (event.kind) {
    case 'arrived':
      return { ...next, status: 'arrived', arrived_at: event.at }
    case 'before': {
      const { checked, percent, is_interrupted } = event.body
      return withLoad(next, event, { checked, before: percent, isInterrupted: is_interrupted })
    }
    case 'after':
      return withLoad(next, event, { after: event.body.percent })
    case 'delivered':
      return { ...next, tickets: [...stop.tickets, { ...event.body, ...own, corrects: null }], mailed: [] }
    case 'correction': {
      const before = corrected(stop.tickets, ({ number }) => number === event.body.corrects)
      return { ...next, tickets: [...before, { ...event.body, ...own }], mailed: [] }
    }
    case 'not_delivered':
      return { ...next, status: 'not_delivered', reason: event.body.reason, note: event.body.note }
    case 'picture':
      return { ...next, pictures: [...stop.pictures, event.body.picture_id] }
    case 'mailed':
      return { ...next, mailed: [...stop.mailed, event.body.to] }
    case 'paid':
      return { ...next, payments: [...stop.payments, { ...event.body, ...own, corrects: null }] }
    case 'payment_corrected': {
      const before = corrected(stop.payments, (payment) => payment.event_id === event.body.corrects)
      return { ...next, payments: [...before, { ...event.body, ...own }] }
    }
    case 'leak_check':
      return { ...next, leakCheck: event.body }
    case 'signed':
      return { ...next, signed: signatureOf(event) }
    case 'closed':
      return { ...next, status: endOf(stop), done_at: event.at, isClosed: true }
    default:
      return next
  }
}
