import { lazy } from 'react'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { tax_codes } from '#core/domains/finance/tax_codes.ts'
import { tax_exemptions } from '#core/domains/finance/tax_exemptions.ts'
import { tax_rates } from '#core/domains/finance/tax_rates.ts'
import { tax_rules } from '#core/domains/finance/tax_rules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Kinds } from '#web/resources/kind.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { RecordTab } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

const refreshRates = lazy(() => import('./RefreshRates.tsx').then((m) => ({ default: m.RefreshRates })))
const revealNumbers = lazy(() => import('./RevealNumbers.tsx').then((m) => ({ default: m.RevealNumbers })))

/** The records of a kind that belong to a tax code. */
const ofCode = (resource: Resource): RecordTab<ShownRecord<typeof tax_codes>> => ({
  name: resource.name,
  text: `records.${resource.name}.label`,
  Panel: ({ record }) => <RelatedList resource={resource} by="tax_code_id" id={String(record.tax_code_id)} />,
})

export const kinds: Kinds = {
  [exchange_rates.name]: { list: { Actions: refreshRates } },
  [bank_accounts.name]: { record: { Below: revealNumbers } },
  [tax_codes.name]: { record: { tabs: [ofCode(tax_rates), ofCode(tax_rules), ofCode(tax_exemptions)] } },
}
