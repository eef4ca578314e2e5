import { Button, Group, Menu } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { onePathOf, type Resource } from '#core/resources/definition.ts'
import { openSteps } from '#core/resources/statuses/judgeStep.ts'
import {
  isEnd,
  type Statuses,
  type StatusValue,
  type Step,
  statusAfter,
} from '#core/resources/statuses/statuses.ts'
import { request } from '#web/platform/calls/request.ts'
import { toastIssues } from '#web/platform/toast.ts'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusBadge } from '#web/resources/kinds/StatusBadge.tsx'
import { useMover } from '#web/resources/useMover.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

interface StatusStepsProps {
  resource: Resource
  record: AnyRecord
  /** Steps that ask for more before they are taken. */
  asks?: Readonly<Partial<Record<StatusValue, (() => void) | undefined>>>
  /** Names of steps other than "Mark as …". */
  labels?: Readonly<Partial<Record<StatusValue, string | undefined>>>
  /** Steps that are possible, but not what comes next for this record. */
  unlikely?: readonly StatusValue[]
  /** Steps that have a button elsewhere. */
  without?: readonly StatusValue[]
  /** Further actions for the record. */
  children?: ReactNode
}

/** The status of a record, and the steps that the user can take: the main one first. */
export function StatusSteps(props: StatusStepsProps) {
  const { statuses } = props.resource
  return statuses ? <Steps {...props} statuses={statuses} /> : null
}

function Steps(props: StatusStepsProps & { statuses: Statuses }) {
  const { resource, record, statuses, unlikely = [], without = [], children } = props
  const { t } = useTranslation()
  const mover = useMover()
  const { field } = statuses
  const possible = openSteps(resource, record, mover).filter(
    (step) => !without.includes(statusAfter(statuses, step)),
  )
  const { likeliest, others } = sorted(statuses, possible, unlikely)
  const { labelOf, take, isBusy } = useTaking(props)
  return (
    <Group gap="sm">
      <StatusBadge
        size="lg"
        {...{ resource, record }}
        value={record[field]}
        aria-label={t(`records.${resource.name}.fields.${field}`)}
      />
      {likeliest && (
        <Button size="xs" variant="light" loading={isBusy} onClick={() => take(likeliest)}>
          {labelOf(likeliest)}
        </Button>
      )}
      {others.length > 0 && <OtherSteps steps={others} labelOf={labelOf} isBusy={isBusy} onTake={take} />}
      {children}
    </Group>
  )
}

/** The names of steps, and what taking one does: it may ask for more first, or for a confirmation. */
function useTaking(props: StatusStepsProps & { statuses: Statuses }) {
  const { resource, record, statuses, asks = {}, labels = {} } = props
  const { t } = useTranslation()
  const step = useStep(resource, record)
  const { field } = statuses
  const nameOf = (status: unknown) => t(`records.${resource.name}.choices.${field}.${status}`)
  const labelOf = (one: Step) => {
    const status = statusAfter(statuses, one)
    return labels[status] ?? t('resources.mark_as', { status: nameOf(status).toLowerCase() })
  }
  const take = (one: Step) => {
    const status = statusAfter(statuses, one)
    const ask = asks[status]
    if (ask) return ask()
    const go = () => step.mutate({ to: status }, { onError: toastIssues })
    if (!isEnd(statuses, { ...record, [field]: status })) return go()
    modals.openConfirmModal({
      title: labelOf(one),
      children: t('resources.no_way_back'),
      labels: { confirm: labelOf(one), cancel: t('resources.keep_status') },
      onConfirm: go,
    })
  }
  return { labelOf, take, isBusy: step.isPending }
}

/** The step that leads on, if there is one, and all others. */
function sorted(statuses: Statuses, possible: readonly Step[], unlikely: readonly StatusValue[]) {
  // Dropping a record is never the step that leads on.
  const [first] = possible
  const isPromoted =
    first !== undefined &&
    !first.isAside &&
    ![...statuses.dropped, ...unlikely].includes(statusAfter(statuses, first))
  const likeliest = isPromoted ? first : undefined
  const others = isPromoted ? possible.slice(1) : possible
  return { likeliest, others }
}

interface OtherStepsProps {
  steps: readonly Step[]
  labelOf: (step: Step) => string
  isBusy: boolean
  onTake: (step: Step) => void
}

function OtherSteps({ steps, labelOf, isBusy, onTake }: OtherStepsProps) {
  const { t } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('resources.change_status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((step) => (
          <Menu.Item key={step.to} onClick={() => onTake(step)}>
            {labelOf(step)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Takes a step with a record; `more` is further input of the call. */
export function useStep(resource: Resource, record: AnyRecord) {
  const { statuses } = resource
  return useCommand(
    [resource.name],
    ({ to, ...more }: { to: StatusValue } & Readonly<Record<string, unknown>>) =>
      request<StandardCalls<Resource>['move']>('POST', `${onePathOf(resource)}/status`, {
        params: { [resource.id]: Number(record[resource.id]) },
        body: { ...more, ...(statuses && { [statuses.field]: to }) },
      }),
  )
}
