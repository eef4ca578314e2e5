import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { readPrice } from '#core/domains/orders/calls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { trimDecimalZeros } from '#web/platform/format.ts'
import { request } from '#web/platform/request.ts'

type FoundPrice = AnswerOf<typeof readPrice>['price']

interface PricedLine {
  company_id: unknown
  product_id: unknown
  unit_id: unknown
  unit_price: unknown
}

/**
 * The price that the customer would be charged for a line; fills it in if none is entered.
 * @param isPriced whether the business sets the price of this line
 */
export function useFoundPrice(
  { company_id, product_id, unit_id, unit_price }: PricedLine,
  isPriced: boolean,
  fill: (unit_price: string) => void,
): FoundPrice | undefined {
  const query = Object.fromEntries(
    Object.entries({ company_id, product_id, unit_id }).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)]],
    ),
  )
  const { data: price } = useQuery({
    queryKey: ['transaction_documents', 'price', query],
    queryFn: async ({ signal }) =>
      (
        await request<typeof readPrice>('GET', '/transaction_documents/price', {
          query: query as { company_id: string; product_id: string },
          signal,
        })
      ).price,
    enabled: isPriced && Boolean(company_id && product_id),
  })
  const key = JSON.stringify(query)
  const filled = useRef<{ key: string; unit_price: string } | null>(null)
  const latest = useRef({ unit_price, fill })
  latest.current = { unit_price, fill }
  const found = price?.unit_price ? trimDecimalZeros(price.unit_price) : null
  useEffect(() => {
    // Once per product and unit: a cleared price stays empty while another is typed.
    if (found === null || filled.current?.key === key) return
    const now = latest.current
    const isFree = Number(now.unit_price || 0) === 0 || now.unit_price === filled.current?.unit_price
    filled.current = { key, unit_price: found }
    if (isFree) now.fill(found)
  }, [found, key])
  return price
}
