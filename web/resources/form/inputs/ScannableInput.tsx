import { ActionIcon, TextInput } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LazyScanDialog } from '#web/resources/scan/LazyScanDialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'

interface ScannedInputProps {
  /** Label, help, error and state. */
  shared: { label?: string; disabled?: boolean | undefined }
  value: string
  set: (value: string) => void
}

/** A number that is printed on an object as a code: typed, or scanned into its field. */
export function ScannableInput({ shared, value, set }: ScannedInputProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const title = t('resources.scan_field', { field: shared.label })
  const take = (text: string) => {
    set(text)
    setIsOpen(false)
  }
  return (
    <>
      <TextInput
        {...shared}
        spellCheck={false}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        rightSection={
          !shared.disabled && (
            <ActionIcon aria-label={title} title={title} onClick={() => setIsOpen(true)}>
              <IconScan size={18} />
            </ActionIcon>
          )
        }
      />
      {isOpen && (
        <Suspense fallback={<Loading what="dialog" />}>
          <LazyScanDialog
            kind="part_number"
            title={title}
            onScan={take}
            onDelete={value === '' ? undefined : () => take('')}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
