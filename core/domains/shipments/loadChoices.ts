import { z } from 'zod'
import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'

const Tanks = z.array(z.int()).describe('Tanks that the line is for.')
const Celsius = z.number().nullable().describe('°C that the room of a liquefied gas assumes.')

/** An order line that waits for a shipment. */
const OrderLineChoice = () =>
  z.object({
    document_detail_id: z.int(),
    document_id: z.int(),
    document_number: z.string(),
    company_id: z.int(),
    company_title: z.string(),
    product_id: z.int(),
    product_title: z.string(),
    quantity: z.number().describe("Ordered quantity, in the line's unit."),
    unit_id: z.int(),
    unit_title: z.string(),
    unit_code: z.string().nullable(),
    quantity_liters: z.number(),
    quantity_left: z.number().describe("Neither delivered nor on another shipment, in the line's unit."),
    liters_left: z.number().describe('The same in litres.'),
    tanks: Tanks,
    room: z.number().nullable().describe('L that they can take, less what other shipments bring.'),
    room_celsius: Celsius,
    ordered_for: z.iso.date().describe('The requested day, else three days after the order.'),
    is_usual_day: z.boolean().describe('No day was requested.'),
    place: z.string().nullable(),
  })

/** A monitored tank that can be filled without an order. */
const TankChoice = () =>
  z.object({
    device_ports_id: z.int(),
    device_id: z.int(),
    public_id: z.string(),
    place: z.string(),
    port_number: z.int(),
    company_id: z.int(),
    company_title: z.string(),
    product_id: z.int(),
    product_title: z.string(),
    percent: z.number().nullable(),
    ullage: z.number().describe('Empty space above the liquid, L.'),
    room: z.number().describe('L that it can take, less what other shipments bring.'),
    room_celsius: Celsius,
    quantity_planned: z.number().describe('L that other shipments will bring.'),
    days_to_empty: z.number().nullable().describe('Days from now.'),
    level: z.string().nullable(),
    level_source: z.enum(LEVEL_SOURCES).describe('Whether its content was measured or estimated.'),
    level_age: z.number().nullable().describe('Seconds since the last measurement.'),
  })

/** The loads that a planner can choose from. */
export const LoadChoicesResponse = () =>
  z.object({ order_lines: z.array(OrderLineChoice()), tanks: z.array(TankChoice()) })

export type LoadChoices = z.output<ReturnType<typeof LoadChoicesResponse>>
export type OrderLineChoice = LoadChoices['order_lines'][number]
export type TankChoice = LoadChoices['tanks'][number]
