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
import { useTranslation } from 'react-i18next'
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
  const close = () => setOpen(null)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={120} />
  const add = may('create') && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ what: 'form', contact: null })}
    >
      {t(`resources.contacts.add_${segment}`)}
    </Button>
  )
  return (
    <Paper p="md" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={heading}>
          {t(`records.${resource.name}.label`)}
        </Title>
        {add}
      </Group>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('resources.nothing_here')}
        </Text>
      ) : (
        <Stack gap="xs" mt="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.map((contact, index) => (
            <Fragment key={String(contact[resource.id])}>
              {index > 0 && <Divider component="li" aria-hidden />}
              <Group component="li" justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <ContactText {...{ sort, contact }} />
                <Group gap={4} wrap="nowrap" style={{ flex: 'none' }}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t(may('update') ? 'resources.contacts.edit' : 'resources.contacts.view', {
                      what: nameOf(sort, contact),
                    })}
                    onClick={() => setOpen({ what: 'form', contact })}
                  >
                    {may('update') ? <IconPencil size={18} /> : <IconEye size={18} />}
                  </ActionIcon>
                  {may('delete') && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={t('resources.contacts.delete', { what: nameOf(sort, contact) })}
                      onClick={() => setOpen({ what: 'remove', contact })}
                    >
                      <IconTrash size={18} />
                    </ActionIcon>
                  )}
                </Group>
              </Group>
            </Fragment>
          ))}
        </Stack>
      )}
      {open?.what === 'form' && (
        <Suspense fallback={<Loading what="dialog" />}>
          <ContactDialog
            {...{ sort, owner, scope }}
            contact={open.contact}
            isFirst={data.length === 0}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.what === 'remove' && (
        <RemoveContactDialog
          {...{ sort, owner }}
          contact={open.contact}
          others={data.filter((one) => one[resource.id] !== open.contact[resource.id])}
          onClose={close}
        />
      )}
    </Paper>
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
        {segment === 'addresses' ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        ) : (
          <Anchor href={String(address)} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Anchor>
        )}
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
            href={String(address)}
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
      </Group>
    </Stack>
  )
}
