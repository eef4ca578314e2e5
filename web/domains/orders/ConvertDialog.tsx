import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vendors } from '#core/domains/companies/vendors.ts'
import { CallRefused } from '#web/platform/api.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { useOptions } from '#web/resources/useOptions.ts'

interface ConvertDialogProps {
  title: string
  /** A purchase order goes to a vendor. */
  asksVendor: boolean
  isPending: boolean
  error: unknown
  onConfirm: (vendor_id: number | undefined) => void
  onClose: () => void
}

/** Says that a quote ends with what is made of it, and asks whom a purchase order goes to. */
export function ConvertDialog(props: ConvertDialogProps) {
  const { title, asksVendor, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [vendor, setVendor] = useState<string | null>(null)
  const { data: options = [] } = useOptions(vendors, asksVendor)
  const refused =
    error instanceof CallRefused ? error.answer.errors?.find(({ field }) => field === 'vendor_id') : undefined
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(vendor ? Number(vendor) : undefined)
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('orders.convert_text')}</Text>
          {asksVendor && (
            <SelectInput
              label={t('records.transaction_documents.fields.vendor_id')}
              withAsterisk
              searchable
              data-autofocus
              data={options}
              value={vendor}
              error={refused?.message}
              onChange={setVendor}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
