import { useEffect, useRef } from 'react'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { SavedAddress } from '#core/domains/people/addressSnapshot.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { addressFieldsOf, type Side } from './addressFieldsOf.ts'
import { type DocumentDefaults, useDocumentDefaults } from './useDocumentDefaults.ts'

const COPIED = [
  'company_id',
  'site_id',
  'currency_id',
  'exchange_rate',
  'payment_term_id',
  'document_date',
  'due_date',
] as const

/** Fills a new document with the defaults of its device and company; typed values stay. */
export function useDocumentDefaultsFill(
  form: RecordForm<typeof transaction_documents>,
  isNew: boolean,
): void {
  const { data: defaults } = useDocumentDefaults(isNew ? form.values : {})
  const filled = useRef<FormValues>({})
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    if (!defaults) return
    const changes = changesOf(latest.current.values, latest.current.first, defaults, filled.current)
    if (Object.keys(changes).length === 0) return
    filled.current = { ...filled.current, ...changes }
    latest.current.set(changes)
  }, [defaults])
}

/** A value is filled while it is empty, initial, or the previous default. */
function changesOf(values: FormValues, first: FormValues, defaults: DocumentDefaults, filled: FormValues) {
  const isFree = (name: string) => {
    const value = values[name] ?? ''
    return value === '' || value === (name in filled ? filled[name] : first[name])
  }
  const proposed: Record<string, unknown> = {
    ...Object.fromEntries(COPIED.map((name) => [name, shown(defaults[name])])),
    ...(defaults.site_address
      ? addressFieldsOf('ship', defaults.site_address)
      : addressOf('ship', 'shipping_address_id', defaults.shipping_addresses)),
    ...addressOf('bill', 'billing_address_id', defaults.billing_addresses),
  }
  return Object.fromEntries(
    Object.entries(proposed).filter(
      ([name, value]) => value != null && isFree(name) && value !== (values[name] ?? ''),
    ),
  )
}

function addressOf(side: Side, name: string, [likeliest]: readonly SavedAddress[]) {
  return likeliest ? { [name]: likeliest.entity_addresses_id, ...addressFieldsOf(side, likeliest) } : {}
}

function shown(value: unknown): unknown {
  return typeof value === 'string' ? trimDecimalZeros(value) : value
}
