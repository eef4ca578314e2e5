import { sql } from 'kysely'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import {
  isDangerous,
  missingOnPaper,
  type PaperProduct,
  paperLine,
} from '#core/domains/shipments/shippingPaper.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { instantText, localeOfActor } from '#server/resources/names/textFormats.ts'
import { readRecord } from '#server/resources/rows.ts'
import { keyOf, readCarried, readMovements } from './readMovements.ts'
import { readPlaces } from './readPlaces.ts'

interface Round {
  shipment_id: number
  company_id: number | null
  truck_id: number | null
  trailer_id: number | null
  left_at: string | null
}

interface PaperGoods extends PaperProduct {
  compartment: number
  product_name: string
  liters: number
}

interface ShippingPaper {
  emergency_phone: string | null
  goods: PaperGoods[]
}

/** Dangerous goods of a round by compartment: lifted and carried-over quantities, or without a lift the planned ones. */
export async function readShippingPaper({ db }: Context, round: Round): Promise<ShippingPaper> {
  const places = await readPlaces(db, round)
  const carried = await readCarried(
    db,
    places.map(({ truck_id }) => truck_id),
    round,
  )
  const moved = await readMovements(db, [round.shipment_id])
  const contents = places.flatMap((place) => {
    const one = moved.find((some) => keyOf(some) === keyOf(place))
    const before = carried.get(keyOf(place))
    const over = Number(before?.litres ?? 0)
    const lifted = (one?.lifted ?? []).reduce((sum, litres) => sum + Number(litres), 0)
    const liters = lifted > 0 ? lifted + over : Math.max(Number(one?.planned ?? 0), over)
    const product_id = one?.lifted_product_id ?? one?.planned_product_id ?? before?.product_id ?? null
    return liters > 0 && product_id !== null ? [{ compartment: place.number, product_id, liters }] : []
  })
  const { rows } = await sql<PaperProduct & { product_id: number; product_name: string }>`
    select product_id, product_name, un_number, proper_shipping_name, hazard_class, packing_group from tank_products
    where product_id = any(${contents.map(({ product_id }) => product_id)})`.execute(db)
  const { rows: phones } = await sql<{ emergency_phone: string }>`
    with recursive above as (
      select c.parent_id, c.emergency_phone, 1 as height from companies c where c.company_id = ${round.company_id}
      union all
      select c.parent_id, c.emergency_phone, above.height + 1 from companies c join above on c.company_id = above.parent_id
        where above.emergency_phone is null and above.height < 20)
    select emergency_phone from above where emergency_phone is not null order by height limit 1`.execute(db)
  return {
    emergency_phone: phones[0]?.emergency_phone ?? null,
    goods: contents.flatMap(({ compartment, product_id, liters }) => {
      const product = rows.find((row) => row.product_id === product_id)
      return product && isDangerous(product) ? [{ ...product, compartment, liters }] : []
    }),
  }
}

/** The paper for the driver's phone; null without dangerous goods. */
export async function readPaperForPhone(
  context: Context,
  shipment_id: number,
): Promise<DriverRound['shipping_paper']> {
  const { rows } = await sql<Round>`
    select shipment_id, truck_id, trailer_id, left_at, company_id from shipment_planners
    where shipment_id = ${shipment_id}`.execute(context.db)
  const { emergency_phone, goods } = await readShippingPaper(context, firstOf(rows))
  if (goods.length === 0) return null
  return {
    emergency_phone,
    lines: goods.map((item) => ({
      compartment: item.compartment,
      goods: paperLine(item) || item.product_name,
      liters: item.liters,
    })),
  }
}

/**
 * Missing data of a round's paper: warnings for a draft, and binding before departure once its company has an
 * emergency phone.
 */
export async function paperIssues(
  context: Context,
  round: Round,
): Promise<{ issues: Issue[]; isBinding: boolean }> {
  const { emergency_phone, goods } = await readShippingPaper(context, round)
  const { actor } = context
  const incomplete = new Map(
    goods.filter((item) => missingOnPaper(item).length > 0).map((item) => [item.product_name, item]),
  )
  const issues = [...incomplete.values()].map((item): Issue => {
    const missing = missingOnPaper(item).map((field) => fieldLabel(actor, tank_products, field))
    return {
      field: 'details',
      rule: 'paper_incomplete',
      params: { product: item.product_name, missing: missing.join(', ') },
    }
  })
  const noPhone = emergency_phone === null && goods.length > 0
  return {
    issues: noPhone ? [...issues, { field: 'company_id', rule: 'paper_no_phone' }] : issues,
    isBinding: emergency_phone !== null,
  }
}

/** The shipping paper of a round. @throws Refusal 404, also without dangerous goods */
export async function printShippingPaper(context: Context, shipment_id: number): Promise<PrintDocument> {
  const { actor } = context
  const shipment = await readRecord(context, shipment_planners, shipment_id)
  if (actor.loginType === 'driver' && shipment.delivered_by !== actor.people_id) throw notFound()
  const { emergency_phone, goods } = await readShippingPaper(context, shipment)
  if (goods.length === 0) throw notFound()
  const textOf = (key: MessageKey, params?: Record<string, string>) => translate(actor.language, key, params)
  return {
    title: textOf('messages.paper_title', { number: shipment.shipment_number ?? '' }),
    subtitle: translate(actor.language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    }),
    language: actor.language,
    ...(await readLetterhead(context, shipment.company_id ?? undefined)),
    facts: [[textOf('messages.paper_phone'), emergency_phone ?? '–']],
    head: [
      textOf('messages.paper_compartment'),
      textOf('messages.paper_goods'),
      fieldLabel(actor, shipment_planner_details, 'quantity_ordered'),
    ],
    figures: [2],
    rows: goods.map((item) => [
      String(item.compartment),
      paperLine(item) || item.product_name,
      litresText(item.liters, actor.units, localeOfActor(actor)),
    ]),
    closing: textOf('messages.paper_certified'),
  }
}
