import { Button, Group, Radio, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedAddress } from '#core/domains/people/addressSnapshot.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { CONTACT_TYPES } from './contactTypes.ts'

/** The parts of an address that are shown before it is chosen. */
export type ShownAddress = Omit<SavedAddress, 'country_iso_3'>

/** The addresses to choose from, with the state of their query. */
export interface AddressSource {
  addresses: readonly ShownAddress[] | undefined
  /** Why they could not be read, and how to try again. */
  error: unknown
  onRetry: () => unknown
  /** The owner to which a new one can be added: `/companies/5`. */
  addTo: string | null
}

const HEIGHT = 400

interface SelectAddressDialogProps {
  source: AddressSource
  /** The current choice. */
  chosen: number | null
  onChoose: (entity_addresses_id: number) => void
  onClose: () => void
}

/** Chooses an address of a record by its whole text. */
export function SelectAddressDialog({ source, chosen, onChoose, onClose }: SelectAddressDialogProps) {
  const { t } = useTranslation()
  const { addresses, addTo } = source
  const [value, setValue] = useState(chosen === null ? null : String(chosen))
  const address = addresses?.find((item) => String(item.entity_addresses_id) === value)
  return (
    <Dialog onClose={onClose} title={t('resources.contacts.select_address')}>
      <Stack>
        <Choices source={source} value={value} onChange={setValue} />
        <Group justify="space-between">
          {addTo !== null ? <AddAddress owner={addTo} isFirst={addresses?.length === 0} /> : <span />}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button disabled={!address} onClick={() => address && onChoose(address.entity_addresses_id)}>
              {t('resources.contacts.take_address')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface AddAddressProps {
  owner: string
  isFirst: boolean
}

function AddAddress({ owner, isFirst }: AddAddressProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('resources.contacts.add_addresses')}
      </Button>
      {isOpen && (
        <ContactDialog
          sort={CONTACT_TYPES.addresses}
          {...{ owner, isFirst }}
          contact={null}
          scope={undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ChoicesProps {
  source: AddressSource
  value: string | null
  onChange: (value: string) => void
}

function Choices({ source: { addresses, error, onRetry }, value, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  if (!addresses) return error == null ? <Skeleton h={160} /> : <ErrorState error={error} onRetry={onRetry} />
  if (addresses.length === 0)
    return <EmptyState Icon={IconMapPin} title={t('resources.contacts.no_address')} />
  return (
    <ScrollArea.Autosize mah={HEIGHT} type="auto" offsetScrollbars>
      <Radio.Group value={value} onChange={onChange} aria-label={t('records.entity_addresses.label')}>
        <Stack gap="xs">
          {addresses.map((address) => (
            <Radio
              key={address.entity_addresses_id}
              value={String(address.entity_addresses_id)}
              label={<AddressLines address={address} />}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ScrollArea.Autosize>
  )
}

/** Name of the place, lines, city, state and ZIP code, and the purpose of the address. */
function AddressLines({ address }: { address: ShownAddress }) {
  const { t } = useTranslation()
  const { location_label, address1, address2, city, state, zip_code, zip_code_ext, address_type } = address
  const zip = [zip_code, zip_code_ext].filter(Boolean).join('-')
  return (
    <Stack gap={0} component="span">
      {location_label && (
        <Text span size="sm" fw={600}>
          {location_label}
        </Text>
      )}
      <Text span size="sm">
        {address1}
      </Text>
      {address2 && (
        <Text span size="sm">
          {address2}
        </Text>
      )}
      <Text span size="sm">
        {[city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      </Text>
      <Text span size="xs" c="dimmed" tt="uppercase">
        {t(`records.entity_addresses.choices.address_type.${address_type}`)}
      </Text>
    </Stack>
  )
}
