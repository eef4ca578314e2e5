import { z } from 'zod'

/** Statuses of a stop. */
export const STOP_STATUSES = ['planned', 'arrived', 'done', 'not_delivered'] as const

/** Whether a stop of a finished round counts as done: rounds finalized by the office have stops that no driver closed. */
export function isStopDone({ status }: { status: (typeof STOP_STATUSES)[number] }): boolean {
  return status !== 'not_delivered'
}

/** A stop of a shipment, in the order of the round. */
export const StopResponse = () =>
  z.object({
    stop_id: z.int(),
    sequence: z.int().describe('1 for the first stop.'),
    company_id: z.int().nullable(),
    company_title: z.string().nullable(),
    site_id: z.int().nullable(),
    place: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    planned_arrival: z.iso.datetime().nullable(),
    time_zone: z.string().nullable().describe('Time zone of its site.'),
    service_minutes: z.int().nullable(),
    status: z.enum(STOP_STATUSES),
    expected_arrival: z.iso.datetime().nullable().describe('While the round is under way.'),
    arrived_at: z.iso.datetime().nullable(),
    done_at: z.iso.datetime().nullable(),
    reason: z.string().nullable().describe('Why nothing, or another quantity, was delivered.'),
    note: z.string().nullable(),
    signed_by: z.string().nullable(),
    signed_at: z.iso.datetime().nullable(),
    shipment_detail_ids: z.array(z.int()).describe('Its loads.'),
  })

/** An address to which the tickets of a stop were e-mailed. */
const MailedAddress = () =>
  z.object({
    address: z.string(),
    is_on_record: z
      .boolean()
      .describe("True for an address of the customer's company or its people; false if the driver typed it."),
  })

const StopOfShipment = () =>
  StopResponse().extend({
    mailed_to: z
      .array(MailedAddress())
      .describe('Addresses of its tickets; only for offices that see its customer.'),
  })

/** Additional parts of a shipment's response. */
export const shipmentExtras = () => ({ stops: z.array(StopOfShipment()) })

export type ShipmentStop = z.output<ReturnType<typeof StopResponse>>
export type StopOfShipment = z.output<ReturnType<typeof StopOfShipment>>
