import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { PLACES } from '#core/domains/devices/places.ts'
import type { readImportTemplate } from '#core/domains/tools/importCalls.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { sendXlsx } from '#server/resources/files/xlsx.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { selectableRowsOf } from '#server/resources/rows.ts'
import { columnLabel, type ImportColumn, type ImportSubject, templateColumns } from './importColumns.ts'

/** Returns a template file: its headings, for places with two rows that share a customer and a site. */
export async function sendTemplate(
  context: Context,
  subject: ImportSubject,
  format: 'csv' | 'xlsx',
  reply: Input<typeof readImportTemplate>['reply'],
): Promise<undefined> {
  const { actor } = context
  const columns = templateColumns(subject, actor)
  const head = columns.map((column) => columnLabel(actor, column))
  const rows = subject.name === PLACES ? await placeRows(context, columns) : []
  void reply.header('content-disposition', `attachment; filename="${subject.name}-template.${format}"`)
  if (format === 'csv') {
    // The byte order mark makes spreadsheets read the file as UTF-8.
    const csv = stringify([head, ...rows], { bom: true })
    void reply.type('text/csv; charset=utf-8').send(csv)
    return
  }
  sendXlsx(reply, subject.name, head, rows)
}

/** The first row; the second is another tank at the same site, with only its own values. */
const FIRST: Readonly<Record<string, string>> = {
  'customer.company': 'Kearney Grain',
  'customer.account_number': 'K-1001',
  'site.name': 'North yard',
  'site.address1': '2400 Grain Road',
  'site.city': 'Kearney',
  'site.state': 'NE',
  'site.zip_code': '68847',
  'site.latitude': '40.6993',
  'site.longitude': '-99.0817',
  'site.contact_name': 'Dana Ortiz',
  'device.public_id': 'EXAMPLE-0001',
  'device.label': 'North yard, tank 1',
  'tank.port_number': '1',
  'tank.def_us_gallons': '2000',
  'tank.def_liters': '7500',
  'tank.imperial_height': '100',
  'tank.metric_height': '2500',
  'tank.imperial_sensor_offset': '2',
  'tank.sensor_offset': '50',
  'tank.reorder_yellow': '40',
  'tank.reorder_red': '25',
}
const SECOND: Readonly<Record<string, string>> = {
  'device.public_id': 'EXAMPLE-0002',
  'device.label': 'North yard, tank 2',
}
/** Optional fields are left empty, except the product, and the parent that its customer needs for it. */
const FILLED_OPTIONAL_FIELDS = ['customer.parent_id', 'tank.product_id']

async function placeRows(context: Context, columns: readonly ImportColumn[]): Promise<string[][]> {
  const first = new Map<string, string>()
  for (const column of columns) first.set(column.name, await exampleOf(context, column))
  return [
    columns.map(({ name }) => getOrThrow(first, name)),
    columns.map(({ name, part }) => {
      const isOwn =
        part === 'tank' || name === 'customer.company' || name === 'site.name' || part === 'device'
      return SECOND[name] ?? (isOwn ? getOrThrow(first, name) : '')
    }),
  ]
}

async function exampleOf(context: Context, column: ImportColumn): Promise<string> {
  const { name, field, resource, fieldName } = column
  if (FIRST[name] !== undefined) return FIRST[name]
  const standard = 'default' in field ? field.default : undefined
  if (isReference(field)) {
    if (!field.required && !FILLED_OPTIONAL_FIELDS.includes(name)) return ''
    const target = resourceOf(field.to)
    const { company_id: own } = context.actor
    const row = await selectableRowsOf(context, target)
      .select([`${target.name}.${target.id} as id`, `${target.name}.${target.title} as title`])
      // The default, such as the currency of the United States.
      .$if(typeof standard === 'number', (rows) => rows.where(`${target.name}.${target.id}`, '=', standard))
      .$if(name === 'customer.parent_id', (rows) => rows.where(`${target.name}.${target.id}`, '=', own))
      .$if(name === 'tank.product_id', (rows) =>
        rows.where(sql<boolean>`is_at_or_above(${sql.ref(`${target.name}.company_id`)}, ${own})`),
      )
      .orderBy(`${target.name}.${target.id}`)
      .limit(1)
      .executeTakeFirst()
    return row ? String(row.title) : ''
  }
  if (!field.required || standard === undefined || standard === null) return ''
  const texts = serverKindOf(field).valueTexts?.({ resource, name: fieldName, field }, context.actor.language)
  return texts?.get(standard) ?? String(standard)
}
