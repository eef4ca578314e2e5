import ical, {
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { figureText, instantTextAt } from '#server/resources/names/textFormats.ts'
import { type CalendarRound, readRounds } from './readRounds.ts'
import { readStops } from './readStops.ts'

const HOUR_MS = 3_600_000
/** How far a delivery can be from its planned or expected arrival: its entry lasts an hour. */
const MARGIN_MS = HOUR_MS / 2
/** How often programs should read it again, seconds. */
const TTL_S = 3600

/**
 * The rounds and deliveries that the actor sees, as iCalendar (RFC 5545). Moments are in UTC, which programs show in the zone of their
 * reader; texts give the clock of the place. Days without a time are whole days.
 */
export async function writeCalendar(context: Context, publicUrl: string): Promise<string> {
  const { actor } = context
  const { hostname } = new URL(publicUrl)
  const rounds = await readRounds(context)
  const { planned, cancelled } = await readStops(context)
  const calendar = ical({
    name: translate(actor.language, 'messages.calendar_name'),
    prodId: { company: 'Ullage', product: 'Deliveries' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: TTL_S,
    events: [
      ...rounds.map((round) => entryOfRound(actor, round, publicUrl)),
      ...planned.map((stop) => entryOfStop(actor, stop, false)),
      ...cancelled.map((stop) => entryOfStop(actor, stop, true)),
    ].map((entry) => ({
      ...entry,
      id: `${entry.id}@${hostname}`,
      stamp: context.now,
      transparency: ICalEventTransparency.TRANSPARENT,
    })),
  })
  return calendar.toString()
}

function entryOfRound(actor: Actor, round: CalendarRound, publicUrl: string): ICalEventData {
  const { shipment_id, shipment_number, status_id, load_date, last_day, truck, driver, stops } = round
  const isCancelled = status_id === SHIPMENT_STATUS.cancelled
  const arrivals = stops.flatMap(({ arrival }) => (arrival === null ? [] : [Date.parse(arrival)]))
  const isTimed = stops.length > 0 && arrivals.length === stops.length
  const lines = stops.map(({ place, arrival, time_zone }, index) =>
    [`${index + 1}. ${place}`, ...(arrival === null ? [] : [instantTextAt(actor, arrival, time_zone)])].join(
      ' · ',
    ),
  )
  return {
    id: `round-${shipment_id}`,
    ...(isTimed
      ? {
          start: new Date(Math.min(...arrivals) - MARGIN_MS),
          end: new Date(Math.max(...arrivals) + MARGIN_MS),
        }
      : wholeDays(load_date, last_day)),
    status: isCancelled
      ? ICalEventStatus.CANCELLED
      : status_id === SHIPMENT_STATUS.draft
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    summary: titled(actor, isCancelled, 'messages.calendar_round', { number: shipment_number }),
    description: [[truck, driver].filter(Boolean).join(' · '), ...lines].filter(Boolean).join('\n'),
    location: stops[0]?.place ?? null,
    url: `${publicUrl}/shipment_planners/${shipment_id}`,
  }
}

function entryOfStop(actor: Actor, stop: Delivery, isOfCancelledRound: boolean): ICalEventData {
  const { key, day, arrival, at, status, loads, place, on_the_way, company_title, time_zone } = stop
  const isCancelled = isOfCancelledRound || status === 'not_delivered'
  const moment = at ?? arrival
  const about = moment !== null && instantTextAt(actor, moment, time_zone)
  return {
    id: key.replace(':', '-'),
    ...(moment === null
      ? wholeDays(day ?? '', day ?? '')
      : { start: new Date(Date.parse(moment) - MARGIN_MS), end: new Date(Date.parse(moment) + MARGIN_MS) }),
    status: isCancelled
      ? ICalEventStatus.CANCELLED
      : on_the_way || status === 'done'
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
    summary: titled(actor, isCancelled, 'messages.calendar_delivery', { what: quantitiesOf(actor, loads) }),
    description: [
      ...(about
        ? [
            translate(actor.language, at ? 'messages.calendar_at' : 'messages.calendar_about', {
              time: about,
            }),
          ]
        : []),
      ...(company_title ? [company_title] : []),
    ].join('\n'),
    location: place,
  }
}

/** Delivered quantities by product: a product can be in several compartments. */
function quantitiesOf(actor: Actor, loads: Delivery['loads']): string {
  const liters = new Map<string, number>()
  for (const load of loads)
    liters.set(load.product_title, (liters.get(load.product_title) ?? 0) + load.liters)
  return [...liters]
    .map(
      ([product, sum]) =>
        `${product} ${figureText(actor, volumeIn(actor.units, sum), 0)} ${volumeUnit(actor.units)}`,
    )
    .join(', ')
}

/** Programs that do not know the status of an entry show it in the title. */
function titled(actor: Actor, isCancelled: boolean, key: MessageKey, params: Record<string, string>): string {
  const title = translate(actor.language, key, params)
  return isCancelled ? translate(actor.language, 'messages.calendar_cancelled', { title }) : title
}

/** Whole days from one to another; iCalendar ends with the next one. */
function wholeDays(first: string, last: string): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
  return { allDay: true, start: `${first}T00:00:00Z`, end: `${addDays(last, 1)}T00:00:00Z` }
}
