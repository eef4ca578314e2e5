import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { CreditDialog } from './CreditDialog.tsx'
import { useCredit } from './useCredit.ts'

/** Credits an invoice that was sent; nothing for other documents, or where nothing is left to credit. */
export function CreditButton({ record, label }: { record: OrderRecord; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useCredit(record)
  if (!data) return null
  const isLeft = Number(data.left) > 0 || data.lines.some(({ quantity_left }) => Number(quantity_left) > 0)
  if (!isLeft) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CreditDialog record={record} credit={data} onClose={() => setOpen(false)} />}
    </>
  )
}
