import { Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devices } from '#core/domains/devices/devices.ts'
import { placeName } from '#core/domains/devices/placeName.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { RecordsInput } from '#web/resources/form/RecordsInput.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { type NamedRecord, type UserAccount, useAccountChanges } from './useAccounts.ts'

interface LimitAccountProps {
  userId: string
  account: UserAccount
  onClose: () => void
}

/** Limits an account to devices, and to devices with tags; without either it sees all of its company. */
export function LimitAccount({ userId, account, onClose }: LimitAccountProps) {
  const { t } = useTranslation()
  const { limitDevices, limitTags } = useAccountChanges(userId)
  const [first] = useState(account)
  const [ofDevices, setOfDevices] = useState(first.devices)
  const [ofTags, setOfTags] = useState(first.tags)
  const { company_id } = account
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const now = {
      devices: idsOf(account.limit_devices, first.devices, ofDevices),
      tags: idsOf(account.limit_tags, first.tags, ofTags),
    }
    try {
      const read = { company_id, if_updated_at: account.updated_at }
      const { account: moved } = await limitDevices.mutateAsync({ ...read, devices: now.devices })
      await limitTags.mutateAsync({ ...read, if_updated_at: moved.updated_at, tags: now.tags })
      onClose()
    } catch {
      // The refusal was told; what was chosen stays.
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('security.accounts.limit_in', { company: account.company })}
      closeButtonProps={{ 'aria-label': t('resources.close') }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text size="sm">{t('security.accounts.limit_why')}</Text>
          <RecordsInput
            resource={devices}
            label={t('records.devices.label')}
            chosen={ofDevices}
            nameOf={deviceName}
            onChange={setOfDevices}
          />
          <RecordsInput
            resource={tags}
            label={t('records.tags.label')}
            chosen={ofTags}
            nameOf={tagName}
            onChange={setOfTags}
          />
          <DialogButtons onCancel={onClose} loading={limitDevices.isPending || limitTags.isPending}>
            {t('resources.save')}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function deviceName(record: AnyRecord): string {
  const ports = (record['ports'] ?? []) as readonly { product: string | null }[]
  return placeName({
    label: record['label'] as string | null,
    public_id: String(record['public_id']),
    products: ports.map(({ product }) => product),
  })
}

function tagName(record: AnyRecord): string {
  return String(record['tag'])
}

/** What was chosen, and what one did not take away: what one cannot see, or what somebody else has added since. */
function idsOf(
  now: readonly number[],
  seen: readonly NamedRecord[],
  chosen: readonly NamedRecord[],
): number[] {
  const isIn = (list: readonly NamedRecord[], id: number) => list.some((one) => one.id === id)
  const kept = now.filter((id) => isIn(chosen, id) || !isIn(seen, id))
  const added = chosen.map(({ id }) => id).filter((id) => !isIn(seen, id) && !kept.includes(id))
  return [...kept, ...added]
}
