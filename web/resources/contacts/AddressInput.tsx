import { Button, Group, Input, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/platform/session.tsx'
import type { RecordForm } from '../form/useRecordForm.ts'
import { CONTACT_SORTS } from './contactSort.ts'
import { useContacts } from './useContacts.ts'

const SelectAddressDialog = lazy(() =>
  import('./SelectAddressDialog.tsx').then((m) => ({ default: m.SelectAddressDialog })),
)

interface AddressInputProps {
  shared: { label: string; error?: string | undefined; disabled?: boolean | undefined }
  name: string
  form: RecordForm
  isRequired: boolean
}

/** One of the addresses of the company that the form is about. */
export function AddressInput({ shared, name, form, isRequired }: AddressInputProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const company = form.values['company_id']
  const chosen = form.values[name] ? Number(form.values[name]) : null
  const owner = `/companies/${company}`
  return (
    <Input.Wrapper
      label={shared.label}
      error={shared.error}
      withAsterisk={isRequired}
      labelElement="div"
      description={company ? undefined : t('resources.contacts.company_first')}
    >
      <Group gap="sm" mt={4} data-field={name}>
        {Boolean(company) && chosen !== null && <ChosenAddress owner={owner} id={chosen} />}
        {!shared.disabled && (
          <Button
            variant="default"
            size="xs"
            disabled={!company}
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => setOpen(true)}
            aria-label={`${shared.label}: ${t('resources.contacts.select_address')}`}
          >
            {t('resources.contacts.select_address')}
          </Button>
        )}
        {!shared.disabled && !isRequired && chosen !== null && (
          <Button variant="subtle" size="xs" onClick={() => form.set({ [name]: null })}>
            {t('resources.clear')}
          </Button>
        )}
      </Group>
      {isOpen && (
        <Suspense>
          <SelectAddressDialog
            owner={owner}
            chosen={chosen}
            mayAdd={may('companies.update')}
            onClose={() => setOpen(false)}
            onChoose={(address) => {
              form.set({ [name]: address['entity_addresses_id'] })
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}

function ChosenAddress({ owner, id }: { owner: string; id: number }) {
  const { data } = useContacts(CONTACT_SORTS.addresses, owner)
  const address = data?.find((one) => one['entity_addresses_id'] === id)
  return <Text size="sm">{address ? String(address['full_single_line_address']) : `#${id}`}</Text>
}
