import { CONFIGURATION_LOGIN_TYPES, VENDORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { MASK } from '#core/resources/mask.ts'

const VISIBLE_DIGITS = 4

/**
 * The bank accounts of the business. Their two numbers are entered in full and returned masked; users who may change accounts
 * read them in full, one account at a time, which is logged.
 */
export const bank_accounts = defineResource({
  name: 'bank_accounts',
  single: 'bank_account',
  id: 'account_id',
  module: 'bank_accounts',
  loginTypes: [...CONFIGURATION_LOGIN_TYPES, ...VENDORS],
  scope: 'shared',
  staysSmall: true,
  fields: {
    account_name: { kind: 'text', required: true, max: 100 },
    bank_name: { kind: 'text', required: true, max: 100 },
    branch_name: { kind: 'text', max: 100 },
    account_type: { kind: 'choice', of: ['checking', 'savings', 'loan', 'other'] },
    account_number: { kind: 'text', max: 50, sealed: true },
    routing_number: { kind: 'text', max: 50, sealed: true },
    currency_id: { kind: 'reference', to: 'currencies', default: 3 },
    balance: { kind: 'money', digits: 16 },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'account_name',
  matchBy: [['account_name', 'bank_name']],
  list: ['account_name', 'bank_name', 'account_type', 'account_number', 'balance', 'is_active'],
  search: ['account_name', 'bank_name', 'branch_name'],
  filters: { account_type: null, currency_id: null, is_active: null },
  form: [
    { section: 'account', fields: ['account_name', 'account_type', 'currency_id', 'balance', 'is_active'] },
    { section: 'bank', fields: ['bank_name', 'branch_name', 'routing_number', 'account_number'] },
  ],
})

/** The fields that are stored encrypted and shown masked. */
export const MASKED_FIELDS = ['account_number', 'routing_number'] as const

/** Masks a number: shows its last four characters, if most of it stays hidden. */
export function maskNumber(number: string): string {
  const shown = number.length > 2 * VISIBLE_DIGITS ? number.slice(-VISIBLE_DIGITS) : ''
  return MASK + shown
}
