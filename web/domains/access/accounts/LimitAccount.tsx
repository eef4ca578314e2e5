import { Text } from '@mantine/core'
import { useState } from 'react'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { MultiSelectInput } from '#web/resources/form/selects/MultiSelectInput.tsx'
import { RecordsInput } from '#web/resources/form/selects/RecordsInput.tsx'
import { useChoices } from '#web/resources/useChoices.ts'
import type { Option } from '#web/resources/useOptions.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { type NamedRecord, type UserAccount, useAccountChanges } from './useAccounts.ts'

interface LimitAccountProps {
  userId: string
  account: UserAccount
  onClose: () => void
}

/** Limits an account to devices and to devices with tags; without either it sees all of its company. */
export function LimitAccount({ userId, account, onClose }: LimitAccountProps) {
  const { t } = useTranslation()
  const { limitDevices, limitTags } = useAccountChanges(userId)
  const [first] = useState(account)
  const [ofDevices, setOfDevices] = useState(first.devices)
  const [ofTags, setOfTags] = useState(first.tags)
  const submit = async () => {
    const now = {
      devices: idsOf(account.limit_devices, first.devices, ofDevices),
      tags: idsOf(account.limit_tags, first.tags, ofTags),
    }
    try {
      const read = { company_id: account.company_id, if_updated_at: account.updated_at }
      const { account: moved } = await limitDevices.mutateAsync({ ...read, devices: now.devices })
      await limitTags.mutateAsync({ ...read, if_updated_at: moved.updated_at, tags: now.tags })
      onClose()
    } catch {
      // The refusal is shown already; the choices stay.
    }
  }
  return (
    <FormDialog
      title={t('security.accounts.limit_in', { company: account.company })}
      action={t('resources.save')}
      loading={limitDevices.isPending || limitTags.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t('security.accounts.limit_why')}</Text>
      <DevicesInput chosen={ofDevices} onChange={setOfDevices} />
      <RecordsInput
        resource={tags}
        label={t('records.tags.label')}
        chosen={ofTags}
        nameOf={tagName}
        onChange={setOfTags}
      />
    </FormDialog>
  )
}

interface DevicesInputProps {
  chosen: readonly NamedRecord[]
  onChange: (chosen: NamedRecord[]) => void
}

/** Devices by place, found by place, customer, product or code. */
function DevicesInput({ chosen, onChange }: DevicesInputProps) {
  const { t } = useTranslation()
  const ids = chosen.map(({ id }) => String(id))
  const { data, onSearchChange } = useChoices(devices, true, ids)
  // A device that can no longer be chosen keeps its name.
  const others = chosen
    .map(({ id, title }) => ({ value: String(id), label: title }))
    .filter(({ value }) => !data.some((item) => item.value === value))
  const all = [...others, ...data]
  return (
    <MultiSelectInput
      label={t('records.devices.label')}
      placeholder={t('resources.search')}
      searchable
      clearable
      hidePickedOptions
      onSearchChange={onSearchChange}
      data={all}
      value={ids}
      onChange={(now) => onChange(all.filter(({ value }) => now.includes(value)).map(namedRecord))}
    />
  )
}

const namedRecord = ({ value, label }: Option): NamedRecord => ({ id: Number(value), title: label })

function tagName(record: AnyRecord): string {
  return String(record.tag)
}

/** The chosen ids, plus those that the user did not remove: devices that they cannot see, or that another user has added since. */
function idsOf(
  now: readonly number[],
  seen: readonly NamedRecord[],
  chosen: readonly NamedRecord[],
): number[] {
  const isIn = (list: readonly NamedRecord[], id: number) => list.some((item) => item.id === id)
  const remaining = now.filter((id) => isIn(chosen, id) || !isIn(seen, id))
  const added = chosen.map(({ id }) => id).filter((id) => !isIn(seen, id) && !remaining.includes(id))
  return [...remaining, ...added]
}
