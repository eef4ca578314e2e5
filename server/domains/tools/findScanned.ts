import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { deviceOfLabel } from '#core/domains/devices/label.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { factsOf } from '#core/resources/kinds/kindFacts.ts'
import { readScan, type Scan, type ScanKind } from '#core/resources/scan.ts'
import { type BadgeHashes, hashesOfBadge } from '#server/domains/access/users/badges.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { invalid, Refusal } from '#server/platform/refusal.ts'
import { likeExactly } from '#server/resources/lists/likePattern.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { fieldSql, type Rows, rowsOf } from '#server/resources/rows.ts'

export interface Match {
  object_ref: string
  object_id: number
  label: string
}

/** Kinds with a code or papers with their number: each is found by its title and by printed numbers. The first match counts. */
const PRINTED = [devices, work_orders, transaction_documents, shipment_planners, tank_products] as const

/** The records that data refers to by id. */
const NAMED = { receiving: tank_products, work_order: work_orders, repack: shipment_planners } as const

/**
 * The record of a scanned code, among those that the actor may read.
 * @param hosts the host names of this installation, whose labels are accepted.
 * @throws Refusal 422 (`code`) when it is not a code of that kind; 404 when it leads to no record that the actor may read
 */
export async function findScanned(
  context: Context,
  {
    kind,
    code,
    hosts,
    encryptor,
  }: { kind: ScanKind; code: string; hosts: readonly string[]; encryptor: Encryptor },
): Promise<Match> {
  const scan = readScan(kind, code)
  if (!scan) throw invalid([{ field: 'code', rule: 'format' }])
  const match = await matchOf(context, scan, hosts, encryptor)
  if (!match) throw new Refusal(404, 'messages.no_match')
  return match
}

async function matchOf(
  context: Context,
  scan: Scan,
  hosts: readonly string[],
  encryptor: Encryptor,
): Promise<Match | undefined> {
  if ('id' in scan) return findById(context, NAMED[scan.kind], scan.id)
  if (scan.kind === 'user_qr_code') return findHolder(context, hashesOfBadge(encryptor, 'qr', scan.text))
  const device_id = deviceOfLabel(scan.text, hosts)
  return device_id ? findById(context, devices, device_id) : findPrinted(context, scan.text)
}

function findById(context: Context, kind: Resource, id: number): Promise<Match | undefined> {
  return first(context, kind, (rows) => rows.where(sql.ref(`${kind.name}.${kind.id}`), '=', id))
}

/** The user of a badge, looked up by its keyed hashes. */
function findHolder(context: Context, hashes: BadgeHashes): Promise<Match | undefined> {
  return first(context, users, (rows) =>
    rows.where(sql<boolean>`exists (select from badges
      where badges.user_id = users.user_id and badges.kind = 'qr' and badges.value_hash = any(${hashes}))`),
  )
}

async function findPrinted(context: Context, text: string): Promise<Match | undefined> {
  const exactly = likeExactly(text)
  for (const kind of PRINTED) {
    const isOne = printedFields(kind).map((name) => sql`${fieldSql(kind, name)} ilike ${exactly}`)
    const found = await first(context, kind, (rows) =>
      rows.where(sql<boolean>`(${sql.join(isOne, sql` or `)})`),
    )
    if (found) return found
  }
  return undefined
}

function printedFields(kind: Resource): string[] {
  const scanned = Object.entries(kind.fields).filter(([, field]) => factsOf(field).isPrintedOnThing?.(field))
  return [...new Set([kind.title, ...scanned.map(([name]) => name)])]
}

async function first(
  context: Context,
  kind: Resource,
  among: (rows: Rows) => Rows,
): Promise<Match | undefined> {
  if (!mayRead(context.actor, kind)) return undefined
  const id = sql.ref<number>(`${kind.name}.${kind.id}`)
  const found = await among(rowsOf(context, kind))
    .select([id.as('object_id'), sql<string>`${sql.ref(`${kind.name}.${kind.title}`)}::text`.as('label')])
    .orderBy(id)
    .limit(1)
    .executeTakeFirst()
  return found && { object_ref: kind.name, object_id: found.object_id, label: found.label ?? '' }
}
