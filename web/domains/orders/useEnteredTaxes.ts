import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CalculatedTax } from '#core/domains/finance/calculateTaxes.ts'
import type { readLineTaxes } from '#core/domains/orders/calls.ts'
import { CHARGES } from '#core/domains/orders/charges.ts'
import { TAXED_FIELDS, taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import {
  type DecimalPlaces,
  type DocumentFigures,
  type LineFigures,
  lineTotal,
} from '#core/domains/orders/totals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type Charges, chargesOf, followFees, WITH_FEES } from '#core/domains/prices/chargeFees.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { SETTLE_MS } from './lines/useFoundPrice.ts'

type Query = SentTo<typeof readLineTaxes>['query']
type EnteredLine = LineFigures & { product_id?: unknown; unit_id?: unknown; document_detail_id?: unknown }

const QUERIED_FIELDS = [
  ...['company_id', 'device_id', 'site_id', 'shipping_address_id', 'document_date', 'wished_date'],
  ...['currency_id', 'exchange_rate', 'ship_country_iso_3', 'ship_state', 'ship_city', 'ship_zip_code'],
]

interface EnteredSums {
  taxes: CalculatedTax[]
  /** Charges that follow the fees of the seller. */
  charges: Charges
  /** Charges by the earlier fees: a charge of this amount was not entered by a person. */
  before: Charges
}

/**
 * The taxes and fees of a document that is being entered, counted by the server's rules. Only which of them apply is read from the server.
 * @returns undefined until they are known; null while the input of the saved ones is unchanged
 */
export function useEnteredTaxes(
  form: RecordForm<typeof transaction_documents>,
  document_id: number | null,
  places: DecimalPlaces,
  isSale: boolean,
): EnteredSums | undefined | null {
  const { values, first } = form
  const isChanged =
    document_id === null ||
    ['details', 'site_id', 'shipping_address_id', 'wished_date', ...TAXED_FIELDS].some(
      (name) => values[name] !== first[name],
    )
  const lines = (values['details'] as readonly EnteredLine[]).filter(({ product_id }) => product_id != null)
  const known = QUERIED_FIELDS.flatMap((name) => (values[name] ? [[name, String(values[name])]] : []))
  const [query] = useDebouncedValue(
    JSON.stringify({
      ...Object.fromEntries(known),
      ...(document_id !== null && { document_id }),
      lines: lines.map(textOf).join(','),
    }),
    SETTLE_MS,
  )
  const settled = JSON.parse(query) as Query & { lines: string }
  const { data } = useQuery({
    queryKey: ['transaction_documents', 'taxes of lines', query],
    queryFn: reading<typeof readLineTaxes>('/transaction_documents/taxes', { query: settled }),
    placeholderData: keepPreviousData,
    enabled:
      isSale &&
      isChanged &&
      lines.length > 0 &&
      // The first line has just been entered.
      settled.lines !== '' &&
      Boolean(values.company_id || values.device_id),
  })
  const found = data?.lines
  if (!isChanged) return null
  if (lines.length === 0 || !isSale) return { taxes: [], charges: {}, before: {} }
  // A line was added or removed, and the response is still pending.
  if (found?.length !== lines.length) return undefined
  const entered = lines.map((line, index) => ({
    ...{ amount: lineTotal(line, places.company), quantity: String(Number(line.quantity) || 0) },
    ...itemAt(found, index),
  }))
  // The call treats a new document as an order.
  const hasFees = WITH_FEES.some((type) => type === (values.document_type ?? 'sales_order'))
  const fees = hasFees ? data?.fees : null
  const charges = fees ? followFees(values as Charges, fees.before, fees.found) : {}
  return {
    charges,
    before: fees ? chargesOf(fees.before) : {},
    taxes: taxedTotals(entered, { ...(values as DocumentFigures), ...charges }, places).taxes,
  }
}

/** The key of a charge in the form as the fees of the seller make it: it is shown, and never sent. */
export function foundKey(charge: string): string {
  return `found_${charge}`
}

/** The key of a charge by the earlier fees: an empty charge is sent under this key, and follows the fees. */
export function beforeKey(charge: string): string {
  return `before_${charge}`
}

/** Informs the inputs of charges which of them follow the fees of the seller. */
export function useFoundCharges(
  form: RecordForm<typeof transaction_documents>,
  entered: EnteredSums | undefined | null,
): void {
  const counted = entered ? JSON.stringify([entered.charges, entered.before]) : null
  const current = useRef(form)
  current.current = form
  useEffect(() => {
    if (counted === null) return
    const [charges, before] = JSON.parse(counted) as [Charges, Charges]
    const { values, set } = current.current
    set(
      Object.fromEntries(
        CHARGES.flatMap((name) => [
          [foundKey(name), charges[name]],
          [beforeKey(name), before[name]],
          // It was emptied before the fees were known.
          ...(values[name] === '' && before[name] ? [[name, before[name]]] : []),
        ]),
      ),
    )
  }, [counted])
}

/** A line in the query; its quantity is left out while it is not a number. */
function textOf({ product_id, unit_id, document_detail_id, quantity }: EnteredLine): string {
  const known = /^\d{1,11}(\.\d{1,6})?$/.test(String(quantity ?? '')) ? quantity : ''
  return [product_id, unit_id ?? '', document_detail_id ?? '', known].join(':')
}
