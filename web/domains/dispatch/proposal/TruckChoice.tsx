import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { Truck } from '../boardTypes.ts'
import { HORIZONS, useHorizonText } from './horizons.ts'
import type { ProposalWork } from './useProposal.ts'

interface TruckChoiceProps {
  /** The first day. */
  first: string
  trucks: readonly Truck[]
  work: ProposalWork
  onClose: () => void
}

/** The trucks for which rounds are proposed: one in the shop, or needed elsewhere, is left out. */
export function TruckChoice({ first, trucks, work, onClose }: TruckChoiceProps) {
  const { t } = useTranslation()
  const [days, setDays] = useState('1')
  // Stores the excluded trucks, so that a truck added to the board later is included.
  const [spared, setSpared] = useState<readonly number[]>([])
  const ids = trucks.map(({ truck_id }) => truck_id)
  const chosen = ids.filter((id) => !spared.includes(id))
  const isAll = chosen.length === trucks.length
  return (
    <Dialog onClose={onClose} title={t('dispatch.proposal.propose')}>
      <Form
        aria-label={t('dispatch.proposal.propose')}
        onSubmit={() => {
          void work.propose({
            first_day: first,
            days: Number(days),
            ...(!isAll && { truck_ids: chosen }),
          })
          onClose()
        }}
      >
        <Stack gap="md">
          <Horizon first={first} days={days} onChange={setDays} />
          <Trucks trucks={trucks} chosen={chosen} onSpare={setSpared} />
          <DialogButtons onCancel={onClose} disabled={chosen.length === 0 || work.isBusy}>
            {t('dispatch.proposal.propose')}
          </DialogButtons>
        </Stack>
      </Form>
    </Dialog>
  )
}

function Horizon({
  first,
  days,
  onChange,
}: {
  first: string
  days: string
  onChange: (days: string) => void
}) {
  const { t } = useTranslation()
  const horizonText = useHorizonText()
  return (
    <Radio.Group label={t('dispatch.days')} value={days} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {HORIZONS.map((count) => (
          <Radio key={count} value={String(count)} label={horizonText(first, count)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface TrucksProps {
  trucks: readonly Truck[]
  chosen: readonly number[]
  /** Called with the excluded trucks. */
  onSpare: (spared: readonly number[]) => void
}

function Trucks({ trucks, chosen, onSpare }: TrucksProps) {
  const { t } = useTranslation()
  const ids = trucks.map(({ truck_id }) => truck_id)
  const isAll = chosen.length === trucks.length
  return (
    <>
      <Checkbox.Group
        label={t('dispatch.trucks')}
        value={chosen.map(String)}
        onChange={(values) => onSpare(ids.filter((id) => !values.includes(String(id))))}
      >
        <Stack gap="xs" mt="xs">
          {trucks.map(({ truck_id: id, truck_name, company_title }) => (
            <Checkbox key={id} value={String(id)} label={truck_name} description={company_title} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group gap="xs">
        <Text size="sm" role="status" data-figures>
          {t('dispatch.proposal.trucks_chosen', { chosen: chosen.length, count: trucks.length })}
        </Text>
        <Button size="compact-sm" variant="default" disabled={isAll} onClick={() => onSpare([])}>
          {t('dispatch.proposal.all_trucks')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={chosen.length === 0}
          onClick={() => onSpare(ids)}
        >
          {t('dispatch.choose_none')}
        </Button>
      </Group>
    </>
  )
}
