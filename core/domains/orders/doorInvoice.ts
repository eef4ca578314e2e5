import { itemAt } from '#core/platform/lists/itemAt.ts'
import { Exact, sumOf } from '#core/platform/numbers/exact.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { CHARGES } from './charges.ts'
import { type InvoicedLine, type InvoicedOrder, type NextInvoice, nextInvoice } from './nextInvoice.ts'

/** The line of an order that is paid at the doorstep. */
export interface DoorLine extends InvoicedLine {
  /** The loads of the line at this stop, each with its unit's factor to the line's unit. */
  readonly loads: { shipment_detail_id: number; factor: string }[]
}

/** An order that is paid at the doorstep. */
export type DoorOrder = InvoicedOrder<DoorLine>

export type DoorInvoice = NextInvoice<DoorLine>

/** The delivered quantity of a load, in its unit. */
interface Delivered {
  readonly shipment_detail_id: number
  readonly quantity: string
}

/**
 * The invoice for a delivery of an order; null if nothing was delivered.
 * @param places decimals of the currency
 */
export function doorInvoice(
  order: DoorOrder,
  delivered: readonly Delivered[],
  places: number,
): DoorInvoice | null {
  return nextInvoice(order, (line) => quantityOf(line, delivered), places)
}

/** A stop of a day with its orders, deliveries and payments. */
export interface DoorStop {
  readonly orders: readonly DoorOrder[]
  readonly delivered: readonly Delivered[]
  readonly paid: readonly { amount: string }[]
  /** Decimals of its currency. */
  readonly places: number
}

/**
 * By order id: the index of the stop that collects the order's charges other than its goods. They are collected once: at the first
 * stop where more than the goods was paid, else at the first one with a delivery.
 */
export function chargesRequestedAt(stops: readonly DoorStop[]): ReadonlyMap<number, number> {
  const goods = stops.map(({ orders, delivered, places }) =>
    orders.flatMap((order) => {
      const invoice = doorInvoice(withoutCharges(order), delivered, places)
      return invoice ? [{ document_id: order.document_id, total: invoice.total }] : []
    }),
  )
  const isPaidBeyond = stops.map(({ paid }, index) =>
    sumOf(paid.map(({ amount }) => amount)).greaterThan(
      sumOf(itemAt(goods, index).map(({ total }) => total)),
    ),
  )
  const charging = new Map<number, number>()
  for (const isFirst of [true, false]) {
    for (const [index, some] of goods.entries()) {
      if (isFirst && !isPaidBeyond[index]) continue
      for (const { document_id } of some) if (!charging.has(document_id)) charging.set(document_id, index)
    }
  }
  return charging
}

/** The doorstep invoices of stops in driving order, with an order's charges at one of them. */
export function doorInvoices(stops: readonly DoorStop[]): DoorInvoice[][] {
  const charging = chargesRequestedAt(stops)
  return stops.map(({ orders, delivered, places }, index) =>
    orders.flatMap((order) => {
      const isCharging = charging.get(order.document_id) === index
      return doorInvoice(isCharging ? order : withoutCharges(order), delivered, places) ?? []
    }),
  )
}

const NO_CHARGES = recordOf(CHARGES, () => '0')

/** An order whose charges another stop collects. */
export function withoutCharges(order: DoorOrder): DoorOrder {
  return { ...order, ...NO_CHARGES }
}

/** The amount still due at a doorstep; never negative. */
export function doorDue(invoices: readonly DoorInvoice[], paid: readonly { amount: string }[]): string {
  const due = sumOf(invoices.map(({ total }) => total)).minus(sumOf(paid.map(({ amount }) => amount)))
  return Exact.max(0, due).toFixed(3)
}

function quantityOf({ loads }: DoorLine, delivered: readonly Delivered[]): string {
  const parts = loads.map(({ shipment_detail_id, factor }) => {
    const mine = delivered.filter((item) => item.shipment_detail_id === shipment_detail_id)
    return sumOf(mine.map(({ quantity }) => quantity))
      .times(factor)
      .toDecimalPlaces(3)
  })
  return sumOf(parts).toFixed(3)
}
