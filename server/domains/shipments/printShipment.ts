import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { litresText, volumeText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { isObject } from '#core/platform/values.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { readSender } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { readMarksFor } from '#server/resources/names/currencyMarks.ts'
import { displayValue, type Reader } from '#server/resources/names/display.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { instantText, localeOfActor } from '#server/resources/names/textFormats.ts'
import { readShipment } from './readShipment.ts'

type Row = Readonly<Record<string, unknown>>

const FACTS = ['company_id', 'truck_id', 'trailer_id', 'delivered_by', 'load_date', 'deliver_date'] as const

/** Columns of a load's volume: in a unit, in litres, and the unit. */
type VolumeColumns = readonly [quantity: string, litres: string, code: string]
const LOADED = ['quantity', 'quantity_liters', 'unit_code'] as const
const DELIVERED = ['delivered', 'delivered_liters', 'delivered_unit_code'] as const

function sumOf(actor: Actor, loads: readonly Row[], [, litres]: VolumeColumns): string {
  const total = loads.reduce((sum, load) => sum + Number(load[litres] ?? 0), 0)
  return litresText(total, actor.units, localeOfActor(actor))
}

function rowOf(reader: Reader, load: Row): string[] {
  const text = (name: string) => displayValue(reader, shipment_planner_details, name, load)
  return [
    placeOf(load),
    [text('product_id'), load.tank_title].filter(Boolean).join('\n'),
    String(load.document_number ?? ''),
    text('compartment'),
    volumeOf(reader.actor, load, LOADED),
    volumeOf(reader.actor, load, DELIVERED),
  ]
}

/** The delivery note: deliveries by place and compartment, and who signed. */
export async function printShipment(context: Context, id: number): Promise<PrintDocument> {
  const { actor } = context
  const shipment: Row & { details: readonly Row[] } = await readShipment(context, id)
  const reader = { actor, marks: await readMarksFor(context, shipment_planners) }
  const text = (name: string) => displayValue(reader, shipment_planners, name, shipment)
  const label = (name: string) => fieldLabel(actor, shipment_planner_details, name)
  const sum = (columns: VolumeColumns) => sumOf(actor, shipment.details, columns)
  return {
    title: `${translate(actor.language, 'print.delivery_note')} ${shipment.shipment_number}`,
    subtitle: `${text('status_id')} · ${translate(actor.language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    })}`,
    language: actor.language,
    letterhead: [await readSender(context)],
    facts: FACTS.map((name): [string, string] => [
      fieldLabel(actor, shipment_planners, name),
      text(name),
    ]).filter(([, value]) => value !== ''),
    head: headOf(actor),
    figures: [3, 4, 5],
    rows: shipment.details.map((load) => rowOf(reader, load)),
    totals: [
      [label('quantity_ordered'), sum(LOADED)],
      [label('quantity_delivered'), sum(DELIVERED)],
    ],
    ...(shipment.signature != null && {
      picture: {
        title: translate(actor.language, 'print.received_by'),
        address: String(shipment.signature),
        lines: [String(shipment.signed_by), text('signed_at'), spotOf(shipment.signed_place)].filter(Boolean),
      },
    }),
  }
}

function headOf(actor: Actor): string[] {
  const label = (name: string) => fieldLabel(actor, shipment_planner_details, name)
  return [
    label('company_id'),
    label('product_id'),
    translate(actor.language, 'records.transaction_documents.single'),
    label('compartment'),
    label('quantity_ordered'),
    label('quantity_delivered'),
  ]
}

function volumeOf({ units, ...reader }: Actor, load: Row, [quantity, litres, code]: VolumeColumns): string {
  if (load[quantity] == null) return ''
  const volume = {
    quantity: String(load[quantity]),
    litres: String(load[litres]),
    code: load[code] == null ? null : String(load[code]),
  }
  return volumeText(volume, units, localeOfActor(reader))
}

/** The customer of a load with its delivery address. */
function placeOf(load: Row): string {
  const part = (name: string) => String(load[`ship_${name}`] ?? '').trim()
  const zip = [part('zip_code'), part('zip_code_ext')].filter(Boolean).join('-')
  const city = [part('city'), [part('state'), zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [load.company_title, part('location_label'), part('address1'), part('address2'), city]
  return lines.filter(Boolean).join('\n')
}

function spotOf(place: unknown): string {
  return isObject(place) ? `${place.latitude}, ${place.longitude}` : ''
}
