import { withBothSiteFigures } from '#core/domains/companies/siteFigures.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { bank_accounts, maskNumber } from '#core/domains/finance/bank_accounts.ts'
import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import { WORK_ORDER_STATUS, type WorkOrderStatus } from '#core/domains/work_orders/workOrderStatus.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { MASK } from '#core/resources/mask.ts'
import { addresses, emails, phones } from '#server/domains/people/contacts.ts'
import { formattedPhone } from '#server/domains/work_orders/workOrderOperations.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { hashPassword } from '#server/platform/secrets.ts'
import { encryptedColumns } from '#server/resources/changes/encryptedFields.ts'
import { DEMO_PASSWORD } from '../facts.ts'
import { insertRows } from './insertRows.ts'

type Row = Readonly<Record<string, any>>

const UNITS = { hours: 3_600_000, days: 86_400_000 }

/**
 * Writes rows of tables of the facts. `#` names a row, `@` is the id of the row with that name, and "-3 days" is a moment. A
 * row that refers to a missing row is left out: its name was taken already.
 * @param ids of existing rows; the ids of the new rows are added
 */
export async function insertFacts(
  { db, encryptor, now }: { db: Database; encryptor: Encryptor; now: number },
  tables: Readonly<Record<string, readonly Row[]>>,
  ids: Map<string, number>,
): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD)
  for (const [table, rows] of Object.entries(tables)) {
    for (const { '#': name, ...values } of rows) {
      const row: Row = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, resolved(value, ids, now)]),
      )
      if (Object.values(row).includes(undefined)) continue
      const [id] = await insertRows(db, table, [
        { ...row, ...completed(table, row, { encryptor, password }) },
      ])
      if (name && id !== undefined) ids.set(name, id)
    }
  }
}

function resolved(value: unknown, ids: ReadonlyMap<string, number>, now: number): unknown {
  if (typeof value !== 'string') return value
  if (value.startsWith('@')) return ids.get(value.slice(1))
  const [, count, unit] = /^([+-]\d+) (hours|days)$/.exec(value) ?? []
  return isOneOf(keysOf(UNITS), unit) ? new Date(now + Number(count) * UNITS[unit]) : value
}

/** Completes a row with the values that follow from it by the product's rules. */
function completed(
  table: string,
  row: Row,
  { encryptor, password }: { encryptor: Encryptor; password: string },
): object {
  switch (table) {
    case 'users':
      return { password }
    case 'entity_phones':
      return phones.derive(row)
    case 'entity_emails':
      return emails.derive(row)
    case 'entity_addresses':
      return addresses.derive(row)
    case 'work_orders': {
      const status: WorkOrderStatus = row.status_id
      return { ...formattedPhone(row), status_id: WORK_ORDER_STATUS[status] }
    }
    case 'subscriptions':
      return { period_end: periodEnd(row.period_start.toISOString().slice(0, 10), row.term_length) }
    case 'sites': {
      const { gate_code } = row
      const encrypted = gate_code
        ? { ...encryptedColumns(encryptor, sites, { gate_code }), gate_code: MASK }
        : {}
      return { ...withBothSiteFigures(row).values, ...encrypted }
    }
    case 'bank_accounts': {
      const { account_number, routing_number } = row
      const masked = {
        account_number: maskNumber(account_number),
        routing_number: maskNumber(routing_number),
      }
      return { ...masked, ...encryptedColumns(encryptor, bank_accounts, { account_number, routing_number }) }
    }
    default:
      return {}
  }
}
