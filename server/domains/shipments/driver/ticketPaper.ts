import { type RawBuilder, sql } from 'kysely'
import type { CHARGES } from '#core/domains/orders/charges.ts'
import type { DoorInvoice } from '#core/domains/orders/doorInvoice.ts'
import { doorDue } from '#core/domains/orders/doorInvoice.ts'
import { DIFFERENCE_REASONS } from '#core/domains/shipments/driver/driverEvents.ts'
import type { DeliveryTicket } from '#core/domains/shipments/driver/ticketCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isCustomer } from '#core/platform/loginTypes.ts'
import { formatMoney, formatPrice } from '#core/platform/numbers/money.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { celsiusToFahrenheit, volumeCode } from '#core/platform/numbers/units.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import { findSeller } from '#server/domains/companies/findSeller.ts'
import { readDoorInvoices } from '#server/domains/orders/doorMoney/readDoorOrders.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { figureText, instantText, instantTextAt } from '#server/resources/names/textFormats.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readStopCurrency } from './doorMoney.ts'

const MAX_TICKETS = 200

interface Query {
  shipment_id?: number | undefined
  ticket_id?: number | undefined
}

/** Delivery tickets, newest first; customers see only their own, never others of the round. */
export async function listTickets(context: Context, { shipment_id }: Query): Promise<DeliveryTicket[]> {
  const rows = await readTickets(context, { shipment_id }, ticketsSeenBy(context.actor))
  return rows.map(
    ({
      signature: _,
      address: __,
      truck: ___,
      unit_code: ____,
      is_last: _____,
      company_id: ______,
      ...ticket
    }) => ticket,
  )
}

/** One ticket in print. @throws Refusal 404 if the actor may not see it */
export async function printTicket(context: Context, ticket_id: number): Promise<PrintDocument> {
  const [ticket] = await readTickets(context, { ticket_id }, ticketsSeenBy(context.actor))
  if (!ticket) throw notFound()
  return draw(context, ticket)
}

/** One ticket in print, without a check of rights: the caller has made it. */
export async function drawTicket(context: Context, ticket_id: number): Promise<PrintDocument> {
  return draw(context, firstOf(await readTickets(context, { ticket_id }, sql<boolean>`true`)))
}

/** Users who plan rounds see the tickets of the rounds that they see; customers only the tickets of their own stops and tanks. */
function ticketsSeenBy(actor: Actor): RawBuilder<boolean> {
  if (!isCustomer(actor.loginType)) return visible(actor, shipment_planners, 's')
  const own = actor.companies === 'all' ? sql`true` : sql`st.company_id = any(${actor.companies})`
  const { devices } = actor.limits
  const tanks = devices
    ? sql`exists (select from device_ports p where p.device_ports_id = t.device_ports_id and p.device_id = any(${devices}))`
    : sql`true`
  return sql<boolean>`(${own} and ${tanks})`
}

interface TicketRow extends DeliveryTicket {
  /** Empty if the place contains it. */
  address: string
  /** Its receiver. */
  company_id: number | null
  truck: string | null
  unit_code: string | null
  signature: string | null
  /** The last of its stop's valid tickets. */
  is_last: boolean
}

async function readTickets(
  { db, actor }: Context,
  { shipment_id, ticket_id }: Query,
  seen: RawBuilder<boolean>,
): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select t.ticket_id, t.number, t.shipment_id, t.stop_id, t.shipment_detail_id, c.company as company_title, st.place,
      ${titleSql(actor, tank_products, 'product')} as product_title, t.gross::text as gross, t.net::text as net,
      u.unit_abbrev as unit_title, u.code as unit_code, t.celsius::float8 as celsius, t.meter_start::text as meter_start,
      t.meter_end::text as meter_end, t.reason, o.number as corrects, later.number as corrected_by,
      t.voided_at is not null as is_void, t.at, coalesce(z.time_zone, business_time_zone()) as time_zone,
      e.phone_at is not null as is_time_corrected, ${nameForReader(actor, 'w', fullNameSql('w'))} as driver, k.truck_name as truck,
      nullif(st.signed_by, '') as signed_by, st.signed_at, sg.signature,
      t.voided_at is null and later.number is null and not exists (select from delivery_tickets n where n.stop_id = t.stop_id
        and n.voided_at is null and n.ticket_id > t.ticket_id and not exists (select from delivery_tickets k
          where k.correction_of = n.ticket_id and k.voided_at is null)) as is_last,
      case when d.ship_address1 <> '' and strpos(st.place, d.ship_address1) > 0 then ''
        else concat_ws(', ', nullif(btrim(d.ship_address1), ''), nullif(btrim(d.ship_city), ''), nullif(btrim(d.ship_state), '')) end as address,
      st.company_id
    from delivery_tickets t join shipment_planners s using (shipment_id) join shipment_stops st on st.stop_id = t.stop_id
      join shipment_planner_details d on d.shipment_detail_id = t.shipment_detail_id
      join tank_products product on product.product_id = t.product_id join units_of_measure u on u.id = t.unit_id
      join users w on w.user_id = t.user_id left join companies c on c.company_id = st.company_id
      left join tanker_trucks k on k.truck_id = s.truck_id left join stop_signatures sg on sg.stop_id = t.stop_id
      left join delivery_tickets o on o.ticket_id = t.correction_of left join sites z on z.site_id = st.site_id
      left join driver_events e on e.event_id = t.event_id
      left join lateral (select number from delivery_tickets n where n.correction_of = t.ticket_id and n.voided_at is null
        limit 1) later on true
    where ${shipment_id === undefined ? sql`true` : sql`t.shipment_id = ${shipment_id}`}
      and ${ticket_id === undefined ? sql`true` : sql`t.ticket_id = ${ticket_id}`} and ${seen}
    order by t.at desc, t.ticket_id desc limit ${MAX_TICKETS}`.execute(db)
  return rows
}

async function draw(context: Context, ticket: TicketRow): Promise<PrintDocument> {
  const { actor } = context
  const { language } = actor
  const textOf: TextOf = (key, params) => translate(language, key, params)
  const money = await moneyOf(context, ticket)
  const closing = closingOf(ticket, textOf)
  const { company_id } = ticket
  const sellers = await findSeller(context, company_id === null ? [] : [company_id])
  return {
    title: textOf('messages.ticket', { number: ticket.number }),
    subtitle: translate(language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    }),
    language,
    ...(await readLetterhead(context, sellers.get(company_id ?? 0))),
    blocks: [
      {
        title: textOf('messages.ticket_to'),
        lines: [ticket.company_title, ticket.place, ticket.address].filter((line): line is string =>
          Boolean(line),
        ),
      },
    ],
    head: [],
    rows: [...rowsOf(actor, ticket, textOf), ...(money?.rows ?? [])],
    ...(money && { totals: money.totals }),
    ...(closing.length > 0 && { closing: closing.join('\n') }),
    ...(ticket.signature !== null && {
      picture: {
        title: translate(language, 'print.received_by'),
        address: ticket.signature,
        lines: [
          ticket.signed_by ?? '',
          ticket.signed_at === null ? '' : instantTextAt(actor, ticket.signed_at, ticket.time_zone),
        ].filter(Boolean),
      },
    }),
  }
}

type TextOf = (key: MessageKey, params?: Record<string, string | number>) => string

/** State of the ticket after the delivery. */
function closingOf(
  { corrects, corrected_by, is_void, signed_at, signature }: TicketRow,
  textOf: TextOf,
): string[] {
  return [
    corrects === null ? null : textOf('messages.ticket_corrects', { number: corrects }),
    corrected_by === null ? null : textOf('messages.ticket_is_corrected', { number: corrected_by }),
    is_void ? textOf('messages.ticket_is_void') : null,
    signed_at !== null && signature === null ? textOf('messages.ticket_nobody') : null,
  ].filter((line) => line !== null)
}

/** The delivery: when and what, by meter and temperature, by whom. */
function rowsOf(actor: Actor, ticket: TicketRow, textOf: TextOf): [string, string][] {
  const { language } = actor
  const { unit_title, unit_code, celsius, meter_start, meter_end, reason } = ticket
  const volume = (figure: string) => quantityText(figure, unit_title, language, 1)
  const isImperial = unit_code === volumeCode('imperial')
  const degrees = (warmth: number, decimals = 1) =>
    isImperial
      ? `${figureText(actor, celsiusToFahrenheit(warmth), decimals)} °F`
      : `${figureText(actor, warmth, decimals)} °C`
  const reference = degrees(REFERENCE_CELSIUS[isImperial ? 'imperial' : 'metric'], 0)
  const rows: [string, string | null][] = [
    [
      textOf('messages.ticket_delivered_at'),
      [
        instantTextAt(actor, ticket.at, ticket.time_zone),
        ticket.is_time_corrected && textOf('messages.time_corrected'),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    [textOf('messages.ticket_product'), ticket.product_title],
    [textOf('messages.ticket_meter'), meter_start === null ? null : `${meter_start} – ${meter_end}`],
    [textOf('messages.ticket_gross'), volume(ticket.gross)],
    [textOf('messages.ticket_net', { degrees: reference }), ticket.net === null ? null : volume(ticket.net)],
    [textOf('messages.ticket_temperature'), celsius === null ? null : degrees(celsius)],
    [
      textOf('messages.ticket_reason'),
      isOneOf(DIFFERENCE_REASONS, reason) ? textOf(`messages.ticket_reason_${reason}`) : reason,
    ],
    [textOf('messages.ticket_driver'), ticket.driver],
    [textOf('messages.ticket_truck'), ticket.truck],
  ]
  return rows.filter((row): row is [string, string] => Boolean(row[1]))
}

type PrintedPayment = NonNullable<Awaited<ReturnType<typeof readDoorInvoices>>>['payments'][number]

function paidText({ method, check_number }: PrintedPayment, language: string): string {
  const how = [translate(language, `records.payment_methods.${method}`), check_number]
  return translate(language, 'messages.ticket_paid', { method: how.filter(Boolean).join(' ') })
}

function lineText(
  { line, quantity }: DoorInvoice['lines'][number],
  currency: Parameters<typeof formatPrice>[1],
  language: string,
): string {
  const price = formatPrice(line.unit_price, currency, language)
  return `${line.product_title} ${quantityText(quantity, line.unit_title, language, 1)} × ${price}`
}

/**
 * Amounts due, paid and still due for the stop from a customer who pays on delivery. It is printed on one ticket of
 * the stop only, so that two tickets do not look like two payments. Users who see only some tanks see no money.
 */
async function moneyOf(
  context: Context,
  { stop_id, is_last }: TicketRow,
): Promise<{ rows: [string, string][]; totals: [string, string][] } | null> {
  const { language, limits } = context.actor
  const found = is_last && !limits.devices ? await readDoorInvoices(context, stop_id) : null
  if (!found) return null
  const currency = await readStopCurrency(context, stop_id)
  const money = (amount: string) => formatMoney(amount, currency, language)
  const field = (name: (typeof CHARGES)[number] | 'discount') =>
    translate(language, `records.transaction_documents.fields.${name}`)
  const due: [string, string] = [
    translate(language, 'messages.ticket_due'),
    money(doorDue(found.invoices, found.payments)),
  ]
  return {
    rows: found.invoices.flatMap(({ lines, charges, discount, taxes }): [string, string][] => [
      ...lines.map((line): [string, string] => [lineText(line, currency, language), money(line.total)]),
      ...charges.map(({ name, amount }): [string, string] => [field(name), money(amount)]),
      ...(Number(discount) > 0 ? [discount] : []).map((amount): [string, string] => [
        field('discount'),
        money(`-${amount}`),
      ]),
      ...taxes
        .filter(({ tax }) => Number(tax) !== 0)
        .map(({ tax_name, tax }): [string, string] => [tax_name, money(tax)]),
    ]),
    totals: [
      [translate(language, 'messages.ticket_total'), money(doorDue(found.invoices, []))],
      ...found.payments.map((payment): [string, string] => [
        paidText(payment, language),
        money(payment.amount),
      ]),
      ...(found.payments.length > 0 ? [due] : []),
    ],
  }
}
