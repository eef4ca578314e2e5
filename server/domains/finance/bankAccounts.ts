import { bank_accounts, MASKED_FIELDS, maskNumber } from '#core/domains/finance/bank_accounts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import {
  type EncryptedFields,
  insertEncrypted,
  readEncrypted,
  updateEncrypted,
} from '#server/resources/changes/encryptedFields.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import type { Operations } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

type Numbers = Record<(typeof MASKED_FIELDS)[number], string | null>

const NUMBERS: EncryptedFields<typeof bank_accounts> = {
  resource: bank_accounts,
  names: MASKED_FIELDS,
  mask: maskNumber,
}

/** Bank accounts are written with their numbers in full; the database stores them encrypted next to the masked ones. */
export function bankAccountOperations(encryptor: Encryptor): Partial<Operations<typeof bank_accounts>> {
  return {
    create: (context, body) =>
      insertEncrypted(context, encryptor, NUMBERS, acceptNew(context, bank_accounts, body)),
    update: async (context, id, body) => {
      const current = await lockRecord(context, bank_accounts, id)
      const input = acceptChanges(context, bank_accounts, body, current)
      return updateEncrypted(context, encryptor, NUMBERS, { current, input })
    },
  }
}

/**
 * The numbers of an account in full. Each read is audited.
 * @throws Refusal 404; 409 when their key is not available.
 */
export async function revealBankAccount(
  context: Context,
  encryptor: Encryptor,
  id: number,
): Promise<Numbers> {
  await lockRecord(context, bank_accounts, id)
  const numbers = await readEncrypted(context, encryptor, NUMBERS, id)
  await audit(context, bank_accounts.name, id, 'reveal')
  return numbers as Numbers
}
