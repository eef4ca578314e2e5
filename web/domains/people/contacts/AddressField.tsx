import { Button, Group, Input, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AddressSource } from './SelectAddressDialog.tsx'

const SelectAddressDialog = lazy(() =>
  import('./SelectAddressDialog.tsx').then((m) => ({ default: m.SelectAddressDialog })),
)

interface AddressFieldProps {
  name: string
  label: string
  error: string | undefined
  isReadOnly: boolean
  source: AddressSource
  /** What must be chosen first, if nothing can be chosen yet. */
  hint: string | null
  chosen: number | null
  onChange: (entity_addresses_id: number | null) => void
}

/** Chooses an address of the record that a form is about, in the shared dialog. */
export function AddressField(props: AddressFieldProps) {
  const { name, label, error, isReadOnly, source, hint, chosen, onChange } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" description={hint}>
      <Group gap="sm" mt={4} data-field={name}>
        {chosen !== null && <ChosenAddress source={source} id={chosen} />}
        {!isReadOnly && (
          <Button
            variant="default"
            size="xs"
            disabled={hint !== null}
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => setOpen(true)}
            aria-label={`${label}: ${t('resources.contacts.select_address')}`}
          >
            {t('resources.contacts.select_address')}
          </Button>
        )}
        {!isReadOnly && chosen !== null && <ClearButton label={label} onClear={() => onChange(null)} />}
      </Group>
      {isOpen && (
        <Suspense>
          <SelectAddressDialog
            source={source}
            chosen={chosen}
            onClose={() => setOpen(false)}
            onChoose={(id) => {
              onChange(id)
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" size="xs" onClick={onClear} aria-label={`${label}: ${t('resources.clear')}`}>
      {t('resources.clear')}
    </Button>
  )
}

function ChosenAddress({ source: { addresses }, id }: { source: AddressSource; id: number }) {
  const address = addresses?.find(({ entity_addresses_id }) => entity_addresses_id === id)
  if (!address) return <Text size="sm">#{id}</Text>
  const { location_label, address1, city, state } = address
  return <Text size="sm">{[location_label, address1, city, state].filter(Boolean).join(', ')}</Text>
}
