import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { BUSINESS_CURRENCY, COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { currencyKeysOf } from '#core/resources/fields/currencyKeysOf.ts'
import type { listCurrencyMarks } from '#core/resources/fields/listCurrencyMarks.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { RecordForm } from '../useRecordForm.ts'

/** A saved record has the currencies of its amounts; for a new one they follow from the chosen company. */
export function useNewCurrencies(resource: Resource, form: RecordForm, isNew: boolean): void {
  const keys = currencyKeysOf(resource)
  const company = Number(form.values.company_id || 0)
  const isEnabled =
    isNew && (keys.includes(BUSINESS_CURRENCY) || (keys.includes(COMPANY_CURRENCY) && company > 0))
  const { data } = useQuery({
    queryKey: ['currencies', 'own', company],
    queryFn: reading<typeof listCurrencyMarks>('/currencies/marks', {
      query: { company_id: company || undefined },
    }),
    enabled: isEnabled,
    staleTime: 60_000,
  })
  const set = useRef(form.set)
  set.current = form.set
  useEffect(() => {
    if (!data) return
    set.current({ [COMPANY_CURRENCY]: data.company_currency_id, [BUSINESS_CURRENCY]: data.house_currency_id })
  }, [data])
}
