import { Autocomplete, Button, Group, Pill, Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { detachTag, tagDevice } from '#core/domains/devices/calls.ts'
import { tags as tagRecords } from '#core/domains/devices/tags.ts'
import { useMayLookAfter } from '#web/domains/telemetry/alert/useMayLookAfter.ts'
import type { DeviceRow, DeviceTag } from '#web/domains/telemetry/device/DeviceRow.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { Form } from '#web/ui/Form.tsx'

/** The tags of a device, added and removed in place. */
export function DeviceTags({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayChange = useMayLookAfter()('tags.update')
  const { remove } = useTagChanges(device.device_id)
  const ask = ({ tag_id }: DeviceTag) =>
    confirm({
      title: t('devices.tags.delete'),
      why: t('devices.tags.confirm'),
      action: t('devices.delete'),
      onConfirm: () => remove.mutate(tag_id),
    })
  if (device.tags.length === 0 && !mayChange) return null
  return (
    <Group gap="xs" mt="sm">
      {device.tags.map((tag) => (
        <Pill
          key={tag.tag_id}
          withRemoveButton={mayChange}
          onRemove={() => ask(tag)}
          removeButtonProps={{
            'aria-label': t('devices.tags.take_off', { tag: tag.tag }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {tag.tag}
        </Pill>
      ))}
      {mayChange && <AddTag device={device} />}
    </Group>
  )
}

function AddTag({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [isChoosing, setIsChoosing] = useState(false)
  const { add } = useTagChanges(device.device_id)
  const { data: options = [] } = useOptions(tagRecords, isOpen)
  const names = [...new Set(options.map(({ label }) => label))]
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      closeOnEscape={!isChoosing}
      trapFocus
      shadow="md"
      position="bottom-start"
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => setIsOpen(true)}
        >
          {t('devices.tags.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form
          onSubmit={() => {
            if (text.trim()) add.mutate(text.trim(), { onSuccess: close })
          }}
        >
          <Group gap="xs" align="flex-end">
            <Autocomplete
              label={t('records.tags.fields.tag')}
              data={names}
              value={text}
              onChange={setText}
              maxLength={65}
              comboboxProps={{ withinPortal: false }}
              onDropdownOpen={() => setIsChoosing(true)}
              onDropdownClose={() => setIsChoosing(false)}
              data-autofocus
            />
            <Button type="submit" loading={add.isPending} disabled={!text.trim()}>
              {t('devices.tags.add')}
            </Button>
          </Group>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}

function useTagChanges(device_id: number) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['devices'] })
  const add = useMutation({
    mutationFn: (tag: string) =>
      request<typeof tagDevice>('POST', '/devices/:device_id/tags', { params: { device_id }, body: { tag } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (tag_id: number) =>
      request<typeof detachTag>('DELETE', '/devices/:device_id/tags/:tag_id', {
        params: { device_id, tag_id },
      }),
    onMutate: (tag_id) => {
      const key = ['devices', 'profile', device_id]
      const before = client.getQueryData<DeviceRow>(key)
      client.setQueryData<DeviceRow>(
        key,
        (device) => device && { ...device, tags: device.tags.filter((tag) => tag.tag_id !== tag_id) },
      )
      return before
    },
    onError: (_failure, _tag, before) => client.setQueryData(['devices', 'profile', device_id], before),
    onSettled,
  })
  return { add, remove }
}
