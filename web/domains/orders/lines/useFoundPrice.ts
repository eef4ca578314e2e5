import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { readPrice } from '#core/domains/orders/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'

/** Debounce of an entry, ms. */
export const SETTLE_MS = 300

type FoundPrice = ResponseOf<typeof readPrice>['price']

interface PricedLine {
  company_id: unknown
  product_id: unknown
  unit_id: unknown
  quantity: unknown
  unit_price: unknown
}

/** Inputs of the price other than the line. */
export interface PricedDocument {
  site_id: unknown
  document_date: unknown
  wished_date: unknown
}

/**
 * The price that the customer would be charged for a line; fills it in if none is entered.
 * @param isPriced whether the business sets the price of this line
 */
export function useFoundPrice(
  { company_id, product_id, unit_id, quantity, unit_price }: PricedLine,
  { site_id, document_date, wished_date }: PricedDocument,
  isPriced: boolean,
  fill: (unit_price: string) => void,
): FoundPrice | undefined {
  // Not refetched at each key.
  const [settled] = useDebouncedValue(quantity, SETTLE_MS)
  const query = Object.fromEntries(
    Object.entries({
      ...{ company_id, product_id, unit_id, site_id, document_date },
      quantity: Number(settled) > 0 ? settled : null,
      delivery_date: wished_date,
    }).flatMap(([name, value]) => (value == null || value === '' ? [] : [[name, String(value)]])),
  )
  const { data: price, isPlaceholderData } = useQuery({
    queryKey: ['transaction_documents', 'price', query],
    queryFn: reading<typeof readPrice>('/transaction_documents/price', {
      query: query as { company_id: string; product_id: string },
    }),
    select: ({ price }) => price,
    placeholderData: keepPreviousData,
    enabled: isPriced && Boolean(company_id && product_id),
  })
  const key = JSON.stringify(query)
  const filled = useRef<{ key: string; unit_price: string } | null>(null)
  const latest = useRef({ unit_price, fill })
  latest.current = { unit_price, fill }
  const found = price?.unit_price ? trimDecimalZeros(price.unit_price) : null
  useEffect(() => {
    // Once per price: a cleared price stays empty while another is typed.
    if (found === null || isPlaceholderData || filled.current?.key === key) return
    const now = latest.current
    const isFree = Number(now.unit_price || 0) === 0 || now.unit_price === filled.current?.unit_price
    filled.current = { key, unit_price: found }
    if (isFree) now.fill(found)
  }, [found, key, isPlaceholderData])
  return price
}
