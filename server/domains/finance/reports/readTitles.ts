import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { ReportGroup } from '#core/domains/finance/reports.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { people } from '#core/domains/people/people.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'

/** The names of a group's records, by their keys as text, without records out of the actor's reach. */
export async function readTitles(
  { db, actor }: Context,
  by: ReportGroup,
  keys: readonly (string | number)[],
): Promise<Map<string, string>> {
  if (by === 'area') return new Map(keys.map((key) => [String(key), String(key)]))
  const { rows } = await sql<{ key: string; title: string }>`
    ${named(actor, by)} where n.id = any(${keys.filter((key) => key !== 'none').map(Number)}::int8[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, title }) => [key, title]))
}

function named(actor: Actor, by: ReportGroup): RawBuilder<unknown> {
  const of = (id: string, title: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select n.id::text as key, n.title from (select ${sql.ref(`r.${id}`)} as id, ${title} as title from ${from}) n`
  switch (by) {
    case 'customer':
      return of('company_id', sql`r.company`, sql`companies r where ${visible(actor, companies, 'r')}`)
    case 'truck':
      return of(
        'truck_id',
        sql`r.truck_name`,
        sql`tanker_trucks r where ${visible(actor, tanker_trucks, 'r')}`,
      )
    case 'driver':
      return of('people_id', titleSql(actor, people, 'r'), sql`people r where ${visible(actor, people, 'r')}`)
    case 'document':
      return of(
        'document_id',
        sql`r.document_number::text`,
        sql`transaction_documents r where ${visible(actor, transaction_documents, 'r')}`,
      )
    default:
      return of(
        'product_id',
        titleSql(actor, tank_products, 'r'),
        sql`tank_products r where ${visible(actor, tank_products, 'r')}`,
      )
  }
}
