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
  onConfirm: (vendor_id: number | undefined) => void
  onClose: () => void
}

/** Says that a conversion closes the quote, and asks for the vendor of a purchase order. */
export function ConvertDialog(props: ConvertDialogProps) {
  const { title, action, asksVendor, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [vendor, setVendor] = useState<string | null>(null)
  const { data: options = [] } = useOptions(vendors, asksVendor)
  return (
    <StepDialog
      {...{ title, action, isPending, onClose }}
      text={t('orders.convert_text')}
      onConfirm={() => onConfirm(vendor ? Number(vendor) : undefined)}
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
    </StepDialog>
  )
}
