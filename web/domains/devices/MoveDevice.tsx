import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companies } from '#core/domains/companies/companies.ts'
import type { moveDevice } from '#core/domains/devices/calls.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useChoices } from '#web/resources/useChoices.ts'

/** Moves a device to another company, after showing what that means for past and future readings. */
export function MoveDevice({ device, onClose }: { device: DeviceRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [company, setCompany] = useState<string | null>(null)
  const choices = useChoices(companies, true, company === null ? [] : [company])
  const others = choices.data.filter(({ value }) => value !== String(device.company_id))
  const move = useMove(device.device_id, onClose)
  return (
    <FormDialog
      title={t('devices.move.title', { device: deviceName(device) })}
      action={t('devices.move.confirm')}
      loading={move.isPending}
      disabled={company === null}
      onSubmit={() => company !== null && move.mutate(Number(company))}
      onClose={onClose}
    >
      <SelectInput
        data-autofocus
        label={t('devices.move.to')}
        {...choices}
        data={others}
        searchable
        value={company}
        onChange={setCompany}
      />
      <Consequences company={device.company_title ?? ''} />
    </FormDialog>
  )
}

function Consequences({ company }: { company: string }) {
  const { t } = useTranslation()
  return (
    <Stack component="ul" gap={4} m={0} ps="md" fz="sm" c="dimmed">
      {(['history', 'future', 'left_behind'] as const).map((what) => (
        <Text key={what} component="li" inherit>
          {t(`devices.move.${what}`, { company })}
        </Text>
      ))}
    </Stack>
  )
}

function useMove(device_id: number, onMoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (company_id: number) =>
      request<typeof moveDevice>('PATCH', '/devices/:device_id/move', {
        params: { device_id },
        body: { company_id },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['devices'] })
      onMoved()
    },
  })
}
