import {
  bank_accounts,
  MASKED_FIELDS,
  maskedNumberIssues,
  maskNumber,
} from '#core/domains/finance/bank_accounts.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible, type Encryptor } from '#server/platform/encryptor.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { insertRecord, type Operations, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'

type BankAccount = RecordOf<typeof bank_accounts>
type Numbers = Record<(typeof MASKED_FIELDS)[number], string | null>
type Values = Record<string, unknown>

/** Bank accounts are written with their numbers in full; what lies in the database is sealed, beside what is shown. */
export function bankAccountOperations(seal: Encryptor): Partial<Operations<typeof bank_accounts>> {
  return {
    create: async (context, body) => {
      const values = acceptNew(context, bank_accounts, body)
      refuseIssues(maskedNumberIssues(values))
      const account = await insertRecord(context, bank_accounts, withVeils(values) as never)
      await writeSealed(context, seal, account.account_id, numbersOf(values))
      return account
    },
    update: async (context, id, body) => {
      const current = await lockRecord(context, bank_accounts, id)
      const given = acceptChanges(context, bank_accounts, body, current)
      // The form sends back what it has shown: that is no change.
      const changes = Object.fromEntries(
        Object.entries(given).filter(([name, value]) => !isVeilOf(current, name, value)),
      )
      refuseIssues(maskedNumberIssues(changes))
      const changed = await changedNumbers(context, seal, id, numbersOf(changes))
      await updateRecord(context, bank_accounts, id, withVeils(changes) as never)
      await writeSealed(context, seal, id, changed)
      await tellUnseenChanges(context, current, changed)
      return readRecord(context, bank_accounts, id)
    },
  }
}

/**
 * The numbers of an account in full. Whoever reads them so leaves a trace.
 * @throws Refusal 404; 409 when they were sealed with a key that is not there.
 */
export async function revealBankAccount(context: Context, seal: Encryptor, id: number): Promise<Numbers> {
  await lockRecord(context, bank_accounts, id)
  const numbers = await readNumbers(context, seal, id)
  await audit(context, bank_accounts.name, id, 'reveal')
  return numbers
}

function isVeilOf(current: BankAccount, name: string, value: unknown): boolean {
  return (MASKED_FIELDS as readonly string[]).includes(name) && value === (current as Values)[name]
}

function numbersOf(values: Values): Partial<Numbers> {
  return Object.fromEntries(
    MASKED_FIELDS.filter((name) => name in values).map((name) => [name, values[name]]),
  )
}

function withVeils(values: Values): Values {
  const veils = Object.entries(numbersOf(values)).map(([name, number]) => [
    name,
    number && maskNumber(number),
  ])
  return { ...values, ...Object.fromEntries(veils) }
}

/** Of the numbers that were sent, those that are other ones. */
async function changedNumbers(
  context: Context,
  seal: Encryptor,
  id: number,
  given: Partial<Numbers>,
): Promise<Partial<Numbers>> {
  if (Object.keys(given).length === 0) return given
  // A number whose key was lost can still be written anew.
  const before = await readNumbers(context, seal, id).catch(() => undefined)
  return Object.fromEntries(
    Object.entries(given).filter(([name, number]) => number !== before?.[name as keyof Numbers]),
  )
}

async function readNumbers({ db }: Context, seal: Encryptor, id: number): Promise<Numbers> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select(['account_number_sealed as account_number', 'routing_number_sealed as routing_number'])
    .where('account_id', '=', id)
    .execute()
  const opened = MASKED_FIELDS.map((name) => {
    const sealed = rows[0]?.[name]
    return [name, sealed ? openOrRefuse(seal, sealed, name) : null]
  })
  return Object.fromEntries(opened) as Numbers
}

function openOrRefuse(seal: Encryptor, sealed: string, name: string): string {
  const opened = decryptIfPossible(seal, sealed, bankAccountEncryptionContext(name))
  if (opened === undefined) throw conflict('messages.seal_lost')
  return opened
}

async function writeSealed(
  { db }: Context,
  seal: Encryptor,
  id: number,
  numbers: Partial<Numbers>,
): Promise<void> {
  if (Object.keys(numbers).length === 0) return
  await db
    .updateTable('bank_accounts')
    .set(encryptedColumns(seal, numbers))
    .where('account_id', '=', id)
    .execute()
}

/** The columns in which numbers lie, as they lie there. */
export function encryptedColumns(seal: Encryptor, numbers: Partial<Numbers>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [
      `${name}_sealed`,
      number ? seal.close(number, bankAccountEncryptionContext(name)) : null,
    ]),
  )
}

/** Two numbers may look the same under their veils: that one took the place of the other is told all the same. */
async function tellUnseenChanges(
  context: Context,
  current: BankAccount,
  changed: Partial<Numbers>,
): Promise<void> {
  const unseen = Object.entries(changed).filter(([name, number]) =>
    isVeilOf(current, name, number && maskNumber(number)),
  )
  if (unseen.length === 0) return
  await context.db
    .updateTable('bank_accounts')
    .set({ updated_at: context.now })
    .where('account_id', '=', current.account_id)
    .execute()
  const changes = unseen.map(([field]) => ({ field, before: '[secret]', after: '[secret]' }))
  await audit(context, bank_accounts.name, current.account_id, 'update', changes)
}

/** What a number is sealed for. */
export function bankAccountEncryptionContext(name: string): string {
  return `bank_accounts.${name}`
}
