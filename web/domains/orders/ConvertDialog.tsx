import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { vendors } from '#core/domains/companies/vendors.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useOptions } from '#web/resources/useOptions.ts'
import { messageOf, StepDialog } from '#web/ui/StepDialog.tsx'

interface ConvertDialogProps {
  title: string
  action: string
  /** Whether to ask for the vendor of a purchase order. */
  asksVendor: boolean
  isPending: boolean
  error: unknown
  onConfirm: (input: { vendor_id?: number; credit_reason?: string }) => void
  onClose: () => void
}

/** Warns that a conversion closes the quote, and asks for the vendor of a purchase order, or the reason despite a credit hold. */
export function ConvertDialog(props: ConvertDialogProps) {
  const { title, action, asksVendor, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [vendor, setVendor] = useState<string | null>(null)
  const [credit_reason, setReason] = useState('')
  const { data: options = [] } = useOptions(vendors, asksVendor)
  return (
    <StepDialog
      {...{ title, action, isPending, onClose }}
      text={t('orders.convert_text')}
      onConfirm={() =>
        onConfirm({ ...(vendor && { vendor_id: Number(vendor) }), ...(credit_reason && { credit_reason }) })
      }
    >
      {asksVendor && (
        <SelectInput
          label={t('records.transaction_documents.fields.vendor_id')}
          withAsterisk
          searchable
          data-autofocus
          data={options}
          value={vendor}
          error={messageOf(error, 'vendor_id')}
          onChange={setVendor}
        />
      )}
      {messageOf(error, 'credit_reason') && (
        <TextInput
          label={t('records.transaction_documents.fields.credit_reason')}
          maxLength={255}
          value={credit_reason}
          error={messageOf(error, 'credit_reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </StepDialog>
  )
}
