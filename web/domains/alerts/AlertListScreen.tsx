import { Anchor, Group, type MantineSpacing, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef } from 'react'
import { alerts as resource } from '#core/domains/alerts/alerts.ts'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { alertPlace } from '#web/domains/telemetry/alert/alertName.ts'
import { useMayLookAfter } from '#web/domains/telemetry/alert/useMayLookAfter.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BulkReport } from '#web/resources/bulk/BulkReport.tsx'
import { type Selection, useSelection } from '#web/resources/list/useSelection.ts'
import { useTotal } from '#web/resources/list/useTotal.ts'
import { Busy } from '#web/ui/Busy.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import { AlertFilters } from './AlertFilters.tsx'
import { AlertLines } from './AlertLines.tsx'
import { AlertSelectionBar } from './AlertSelectionBar.tsx'
import { groupAlerts } from './groupAlerts.ts'
import { useAlertKeys } from './useAlertKeys.ts'
import { useAlertList } from './useAlertList.ts'
import { useAnswerAlerts } from './useAnswerAlerts.ts'
import { useAnswering } from './useAnswering.ts'

const AlertDialog = lazy(() =>
  import('#web/domains/telemetry/alert/AlertDialog.tsx').then((m) => ({ default: m.AlertDialog })),
)

/** All alerts that the user may see: first the pending ones, then, separately, answered ones. */
export function AlertListScreen() {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const { reading, ...found } = useAlertList()
  const { status, change, isParted, total, matching, waiting: first, answered: second } = found
  const { data, isError, error, refetch, isPlaceholderData } = reading
  // Deferred, so that a slow machine draws the lines in small steps.
  const isRead = useDeferredValue(data !== undefined)
  const selection = useSelection<AlertRow>(resource, matching.query)
  const answers = useAnswerAlerts()
  const mayAnswer = useMayLookAfter()('devices.update')
  const isEstimate = data?.page.total_is_estimate === 1
  const alerts = [...first, ...second]
  const { pending, ask, forget: clearPending } = useAnswering({ mayAnswer, selection, alerts })
  const shown = [first, second].flatMap((part) => groupAlerts(part).flatMap(({ alerts }) => alerts))
  const { active, setActive, refocus } = useAlertKeys(
    list,
    shown.map(({ alert_id }) => alert_id),
    ask,
  )
  const close = () => {
    clearPending()
    answers.reset()
    refocus()
  }
  const common = { active: active ?? shown[0]?.alert_id ?? null, onActive: setActive }
  return (
    <Stack gap="md" maw="var(--ullage-page)" ref={list}>
      <Counted
        title={<Title order={1}>{t('records.alerts.label')}</Title>}
        total={isParted || !data ? undefined : total}
        isEstimate={isEstimate}
      />
      <AlertFilters status={status} level={found.level} onChange={change} />
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!isRead && !isError && <Skeleton h={400} radius="lg" />}
      {isRead && (
        <Waiting
          {...common}
          found={found}
          isBusy={isPlaceholderData}
          isEstimate={isEstimate}
          selection={mayAnswer && status !== 'closed' ? selection : undefined}
        />
      )}
      <PageNavigation
        pages={found.pages}
        page={found.page}
        onChange={(next) => change({ page_num: String(next) })}
      />
      {isRead && second.length > 0 && (
        <Answered {...common} found={found} selection={mayAnswer ? selection : undefined} />
      )}
      <AlertSelectionBar selection={selection} matching={matching} onStep={ask} />
      {pending && <AnswerDialog {...{ pending, answers, selection }} onClose={close} />}
      <Refusals {...{ shown, answers, selection }} onForget={refocus} />
    </Stack>
  )
}

interface AnswersProps {
  answers: ReturnType<typeof useAnswerAlerts>
  selection: Selection<AlertRow>
}

interface AnswerDialogProps extends AnswersProps {
  pending: NonNullable<ReturnType<typeof useAnswering>['pending']>
  onClose: () => void
}

function AnswerDialog({ pending, answers, selection, onClose }: AnswerDialogProps) {
  return (
    <Suspense>
      <AlertDialog
        step={pending.step}
        count={pending.count}
        isBusy={answers.isBusy}
        error={answers.error}
        onClose={onClose}
        onAnswer={(entered) =>
          answers.answer(
            { target: pending.target, answer: entered },
            {
              onSuccess: () => selection.set([]),
              // A refused field is marked in the dialog.
              onSettled: (_done, failure) => {
                if (!(failure instanceof CallRefused && failure.body.errors?.length)) onClose()
              },
            },
          )
        }
      />
    </Suspense>
  )
}

interface RefusalsProps extends AnswersProps {
  shown: readonly AlertRow[]
  onForget: () => void
}

/** The alerts of a bulk answer that were refused, each with its reason. */
function Refusals({ shown, answers: { report, message, forget }, selection, onForget }: RefusalsProps) {
  const { t } = useTranslation()
  const named = report.map((item) => {
    const alert = [...shown, ...selection.records].find(({ alert_id }) => alert_id === item.id)
    const kind = alert && t(`records.alerts.choices.level.${alert.level}`)
    return alert ? { ...item, title: `${alertPlace(alert)} · ${kind}` } : item
  })
  return (
    <BulkReport
      resource={resource}
      bulk={{
        report: named,
        message,
        forget: () => {
          const refused = report.map(({ id }) => id)
          selection.set(selection.records.filter((record) => !refused.includes(record.alert_id)))
          forget()
          onForget()
        },
      }}
      addressOf={(id) => `/devices/profile/${shown.find(({ alert_id }) => alert_id === id)?.device_id ?? ''}`}
    />
  )
}

interface PartProps {
  found: Omit<ReturnType<typeof useAlertList>, 'reading'>
  active: number | null
  onActive: (alert_id: number) => void
  /** Undefined if the user may not answer them. */
  selection: Selection<AlertRow> | undefined
}

/** The alerts of the first part: pending ones, or all that a filter finds. */
function Waiting({
  found,
  isBusy,
  isEstimate,
  active,
  onActive,
  selection,
}: PartProps & { isBusy: boolean; isEstimate: boolean }) {
  const { t } = useTranslation()
  const { waiting, answered } = found
  return (
    <Busy isBusy={isBusy}>
      {found.isParted && (
        <Counted
          title={<Part name={t('alerts.needs_attention')} />}
          total={found.total}
          isEstimate={isEstimate}
          mb="xs"
        />
      )}
      <Paper>
        {waiting.length === 0 ? (
          <EmptyState
            Icon={IconBellCheck}
            color="fine"
            title={t(answered.length > 0 ? 'alerts.all_answered' : 'alerts.none_found')}
          />
        ) : (
          <AlertLines
            {...{ active, onActive, selection }}
            label={t('records.alerts.label')}
            alerts={waiting}
          />
        )}
      </Paper>
    </Busy>
  )
}

/** The open alerts that were answered. */
function Answered({ found, active, onActive, selection }: PartProps) {
  const { t } = useTranslation()
  const { answered } = found
  return (
    <section>
      <Counted title={<Part name={t('alerts.answered')} />} total={found.answeredTotal} mb="xs">
        {answered.length < found.answeredTotal && (
          <Anchor component="button" size="sm" onClick={() => found.change({ status: 'answered' })}>
            {t('alerts.more_answered')}
          </Anchor>
        )}
      </Counted>
      <Paper>
        <AlertLines
          {...{ active, onActive }}
          label={t('alerts.answered')}
          alerts={answered}
          selection={selection && { ...selection, has: (alert) => !selection.all && selection.has(alert) }}
        />
      </Paper>
    </section>
  )
}

interface CountedProps {
  /** Not shown while unknown. */
  total: number | undefined
  isEstimate?: boolean
  mb?: MantineSpacing
  title: ReactNode
  /** After the number. */
  children?: ReactNode
}

function Part({ name }: { name: string }) {
  return (
    <Title order={2} size="h4">
      {name}
    </Title>
  )
}

/** A heading with the number of alerts below it; the number of pending ones is also in the menu. */
function Counted({ title, total, isEstimate = false, mb, children }: CountedProps) {
  const totalText = useTotal()
  return (
    <Group gap="sm" align="baseline" mb={mb}>
      {title}
      {total !== undefined && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {totalText({ total, isEstimate })}
        </Text>
      )}
      {children}
    </Group>
  )
}
