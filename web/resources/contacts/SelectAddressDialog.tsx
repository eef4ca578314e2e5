import { Button, Group, Modal, Radio, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../Failure.tsx'
import { Nothing } from '../Nothing.tsx'
import type { AnyRecord } from '../useRecords.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { CONTACT_SORTS } from './contactSort.ts'
import { useContacts } from './useContacts.ts'

const addresses = CONTACT_SORTS.addresses
const HEIGHT = 400

interface SelectAddressDialogProps {
  /** Whose addresses: `/companies/5`. */
  owner: string
  /** The one that is chosen now. */
  chosen: number | null
  /** A new one may be added to the owner here. */
  mayAdd: boolean
  onChoose: (address: AnyRecord) => void
  onClose: () => void
}

/** One of the addresses of a record, chosen by reading them whole. */
export function SelectAddressDialog({ owner, chosen, mayAdd, onChoose, onClose }: SelectAddressDialogProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useContacts(addresses, owner)
  const [value, setValue] = useState(chosen === null ? null : String(chosen))
  const [isAdding, setAdding] = useState(false)
  const address = data?.find((one) => String(one['entity_addresses_id']) === value)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('resources.contacts.select_address')}
      closeButtonProps={{ 'aria-label': t('resources.close') }}
    >
      <Stack>
        {isError && !data && <Failure error={error} onRetry={refetch} />}
        {!data && !isError && <Skeleton h={160} />}
        {data?.length === 0 && <Nothing Icon={IconMapPin} title={t('resources.contacts.no_address')} />}
        {data && data.length > 0 && (
          <ScrollArea.Autosize mah={HEIGHT} type="auto" offsetScrollbars>
            <Radio.Group value={value} onChange={setValue} aria-label={t('records.entity_addresses.label')}>
              <Stack gap="xs">
                {data.map((one) => (
                  <Radio
                    key={String(one['entity_addresses_id'])}
                    value={String(one['entity_addresses_id'])}
                    label={<AddressLines address={one} />}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </ScrollArea.Autosize>
        )}
        <Group justify="space-between">
          {mayAdd ? (
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('resources.contacts.add_addresses')}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button disabled={!address} onClick={() => address && onChoose(address)}>
              {t('resources.contacts.take_address')}
            </Button>
          </Group>
        </Group>
      </Stack>
      {isAdding && (
        <ContactDialog
          sort={addresses}
          owner={owner}
          contact={null}
          scope={undefined}
          isFirst={data?.length === 0}
          onClose={() => setAdding(false)}
        />
      )}
    </Modal>
  )
}

/** Name of the place, lines, city, state and ZIP code, and what the address is for. */
function AddressLines({ address }: { address: AnyRecord }) {
  const { t } = useTranslation()
  const text = (name: string) => String(address[name] ?? '')
  const zip = [text('zip_code'), text('zip_code_ext')].filter(Boolean).join('-')
  return (
    <Stack gap={0} component="span">
      {text('location_label') && (
        <Text span size="sm" fw={600}>
          {text('location_label')}
        </Text>
      )}
      <Text span size="sm">
        {text('address1')}
      </Text>
      {text('address2') && (
        <Text span size="sm">
          {text('address2')}
        </Text>
      )}
      <Text span size="sm">
        {[text('city'), [text('state'), zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      </Text>
      <Text span size="xs" c="dimmed" tt="uppercase">
        {t(`records.entity_addresses.choices.address_type.${text('address_type')}`)}
      </Text>
    </Stack>
  )
}
