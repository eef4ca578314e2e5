import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Divider,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconEye, IconMap2, IconMessage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment, Suspense, useId, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import {
  CONTACT_TYPES,
  type ContactScope,
  type ContactSegment,
  type ContactType,
  nameOf,
} from './contactTypes.ts'
import { RemoveContactDialog } from './RemoveContactDialog.tsx'
import { useContacts } from './useContacts.ts'

/** It needs the formats of phone numbers, which are large. */
const ContactDialog = lazyPart(() => import('./ContactDialog.tsx').then((m) => m.ContactDialog))

interface ContactPanelProps {
  /** The path of the owner: `/people/5`, `/me`. */
  owner: string
  segment: ContactSegment
  /** Allowed actions; without it, all. */
  scope?: ContactScope
}

type Open = { what: 'form'; contact: AnyRecord | null } | { what: 'remove'; contact: AnyRecord }

/** The phones, e-mails or addresses of any owner, with dialogs to change them. */
export function ContactPanel({ owner, segment, scope }: ContactPanelProps) {
  const { t } = useTranslation()
  const heading = useId()
  const sort = CONTACT_TYPES[segment]
  const { resource } = sort
  const { data, isError, error, refetch } = useContacts(sort, owner)
  const [open, setOpen] = useState<Open | null>(null)
  const may = (what: ContactScope[number]) => scope?.includes(what) ?? true
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={120} />
  return (
    <Paper p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={heading}>
          {t(`records.${resource.name}.label`)}
        </Title>
        {may('create') && (
          <AddButton segment={segment} onAdd={() => setOpen({ what: 'form', contact: null })} />
        )}
      </Group>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('resources.nothing_here')}
        </Text>
      ) : (
        <ContactList {...{ sort, may }} contacts={data} onOpen={setOpen} />
      )}
      {open && <Dialogs {...{ open, sort, owner, scope }} contacts={data} onClose={() => setOpen(null)} />}
    </Paper>
  )
}

interface ContactListProps {
  sort: ContactType
  contacts: readonly AnyRecord[]
  may: (what: ContactScope[number]) => boolean
  onOpen: (open: Open) => void
}

function ContactList({ sort, contacts, may, onOpen }: ContactListProps) {
  return (
    <Stack gap="xs" mt="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {contacts.map((contact, index) => (
        <Fragment key={String(contact[sort.resource.id])}>
          {index > 0 && <Divider component="li" aria-hidden />}
          <ContactItem
            {...{ sort, contact }}
            mayChange={may('update')}
            onEdit={() => onOpen({ what: 'form', contact })}
            onRemove={may('delete') ? () => onOpen({ what: 'remove', contact }) : undefined}
          />
        </Fragment>
      ))}
    </Stack>
  )
}

function AddButton({ segment, onAdd }: Pick<ContactPanelProps, 'segment'> & { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      {t(`resources.contacts.add_${segment}`)}
    </Button>
  )
}

interface DialogsProps extends Pick<ContactPanelProps, 'owner' | 'scope'> {
  open: Open
  contacts: readonly AnyRecord[]
  sort: ContactType
  onClose: () => void
}

function Dialogs({ open, contacts, sort, owner, scope, onClose }: DialogsProps) {
  const { resource } = sort
  return (
    <>
      {open?.what === 'form' && (
        <Suspense fallback={<Loading what="dialog" />}>
          <ContactDialog
            {...{ sort, owner, scope }}
            contact={open.contact}
            isFirst={contacts.length === 0}
            onClose={onClose}
          />
        </Suspense>
      )}
      {open?.what === 'remove' && (
        <RemoveContactDialog
          {...{ sort, owner }}
          contact={open.contact}
          others={contacts.filter((contact) => contact[resource.id] !== open.contact[resource.id])}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface ContactItemProps {
  sort: ContactType
  contact: AnyRecord
  mayChange: boolean
  onEdit: () => void
  onRemove: (() => void) | undefined
}

function ContactItem({ sort, contact, mayChange, onEdit, onRemove }: ContactItemProps) {
  const { t } = useTranslation()
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <ContactText {...{ sort, contact }} />
      <Group gap={4} wrap="nowrap" style={{ flex: 'none' }}>
        <ActionIcon
          size="lg"
          aria-label={t(mayChange ? 'resources.contacts.edit' : 'resources.contacts.view', {
            what: nameOf(sort, contact),
          })}
          onClick={onEdit}
        >
          {mayChange ? <IconPencil size={18} /> : <IconEye size={18} />}
        </ActionIcon>
        {onRemove && (
          <ActionIcon
            size="lg"
            aria-label={t('resources.contacts.delete', { what: nameOf(sort, contact) })}
            onClick={onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  )
}

function ContactText({ sort, contact }: { sort: ContactType; contact: AnyRecord }) {
  const { t } = useTranslation()
  const { resource, segment } = sort
  const type = { phones: 'phone_type', emails: 'email_type', addresses: 'address_type' }[segment]
  const name = nameOf(sort, contact)
  const address = contact[{ phones: 'call_link', emails: 'email_link', addresses: 'maps_link' }[segment]]
  return (
    <Stack gap={2} style={{ minWidth: 0 }}>
      {Boolean(contact.location_label) && (
        <Text size="sm" fw={600}>
          {String(contact.location_label)}
        </Text>
      )}
      <Group gap="xs">
        <ContactName name={name} address={segment === 'addresses' ? null : String(address)} />
        {Boolean(contact.phone_extension) && (
          <Text size="sm">
            {t('resources.contacts.extension', { extension: String(contact.phone_extension) })}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t(`records.${resource.name}.choices.${type}.${contact[type]}`)}
        </Text>
        {contact.prime === 1 && (
          <Badge size="sm" variant="light">
            {t(`records.${resource.name}.fields.prime`)}
          </Badge>
        )}
        {contact.notify === 1 && (
          <Badge size="sm" color="gray" variant="light">
            {t(`records.${resource.name}.fields.notify`)}
          </Badge>
        )}
        <ContactLink {...{ segment, contact, name }} address={String(address)} />
      </Group>
    </Stack>
  )
}

function ContactName({ name, address }: { name: string; address: string | null }) {
  return (
    <>
      {address === null ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      ) : (
        <Anchor href={address} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Anchor>
      )}
    </>
  )
}

interface ContactLinkProps {
  segment: ContactType['segment']
  contact: AnyRecord
  name: string
  address: string
}

/** Where a text message or a map opens. */
function ContactLink({ segment, contact, name, address }: ContactLinkProps) {
  const { t } = useTranslation()
  return (
    <>
      {segment === 'phones' && contact.phone_type !== 'fax' && (
        <Anchor
          href={String(contact.sms_link)}
          size="xs"
          aria-label={t('resources.contacts.text_to', { what: name })}
        >
          <Group gap={4} wrap="nowrap" component="span">
            <IconMessage size={14} aria-hidden />
            {t('records.entity_phones.fields.sms_link')}
          </Group>
        </Anchor>
      )}
      {segment === 'addresses' && (
        <Anchor
          href={address}
          target="_blank"
          rel="noreferrer"
          size="xs"
          aria-label={t('resources.contacts.map_of', { what: name })}
        >
          <Group gap={4} wrap="nowrap" component="span">
            <IconMap2 size={14} aria-hidden />
            {t('records.entity_addresses.fields.maps_link')}
          </Group>
        </Anchor>
      )}
    </>
  )
}
