import { Anchor, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_LEVELS, alerts as resource } from '#core/domains/alerts/alerts.ts'
import type { AlertStep } from '#web/domains/telemetry/tank/AlertDialog.tsx'
import type { AlertRow } from '#web/domains/telemetry/tank/AlertRow.ts'
import { useAlerts } from '#web/domains/telemetry/tank/useAlerts.ts'
import { useMayLookAfter } from '#web/domains/telemetry/tank/useMayLookAfter.ts'
import { BulkReport } from '#web/resources/bulk/BulkReport.tsx'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { useSelection } from '#web/resources/list/useSelection.ts'
import { useTotal } from '#web/resources/list/useTotal.ts'
import { Busy } from '#web/ui/Busy.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import { AlertLines } from './AlertLines.tsx'
import styles from './AlertListScreen.module.css'
import { AlertSelectionBar } from './AlertSelectionBar.tsx'
import { groupAlerts, placeOf } from './groupAlerts.ts'
import { useAlertFilters } from './useAlertFilters.ts'
import { useAlertKeys } from './useAlertKeys.ts'
import { type AlertTarget, useAnswerAlerts } from './useAnswerAlerts.ts'

const AlertDialog = lazy(() =>
  import('#web/domains/telemetry/tank/AlertDialog.tsx').then((m) => ({ default: m.AlertDialog })),
)

const STATUSES = ['open', 'acknowledged', 'snoozed', 'closed', 'all'] as const
const PAGE_SIZE = 50
const NONE: AlertRow[] = []

interface Asked {
  step: AlertStep
  target: AlertTarget
  count: number
}

/** Every alert that one may see: first those that wait for somebody, apart from them those that somebody has answered. */
export function AlertListScreen() {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const { status, level, device_id, page, set } = useAlertFilters()
  const isParted = status === 'open'
  const given = { level: level ?? undefined, device_id: device_id ?? undefined, page_size: PAGE_SIZE }
  const query = { ...given, status: isParted ? 'unacknowledged' : status === 'all' ? undefined : status }
  const { data, isError, error, refetch, isPlaceholderData } = useAlerts({ ...query, page_num: page })
  const answered = useAlerts({ ...given, status: 'answered' }, isParted)
  const [first, second] = [data?.alerts ?? NONE, (isParted && answered.data?.alerts) || NONE]
  const total = data?.page.total_records ?? 0
  const matching = {
    query: definedOf({ status: query.status, level, device_id }),
    count: total,
    isEstimate: data?.page.total_is_estimate === 1,
  }
  const selection = useSelection(resource, matching.query)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { answer, isBusy, report, message, forget } = useAnswerAlerts()
  const mayAnswer = useMayLookAfter()('devices.update')
  const ask = (step: AlertStep, active: number | null = null) => {
    if (!mayAnswer || asked) return
    if (selection.all) return setAsked({ step, target: { matching: selection.all }, count: selection.count })
    const one = [...first, ...second].find(({ alert_id }) => alert_id === active)
    const meant = (selection.count > 0 ? (selection.records as AlertRow[]) : one ? [one] : NONE).filter(
      (alert) => alert.status !== 'closed',
    )
    const items = meant.map(({ alert_id, updated_at }) => ({ id: alert_id, if_updated_at: updated_at }))
    if (items.length > 0) setAsked({ step, target: { items }, count: items.length })
  }
  const shown = [first, second].flatMap((part) => groupAlerts(part).flatMap(({ alerts }) => alerts))
  const { active, setActive, refocus } = useAlertKeys(
    list,
    shown.map(({ alert_id }) => alert_id),
    ask,
  )
  const close = () => {
    setAsked(null)
    refocus()
  }
  const named = report.map((one) => {
    const alert = [...shown, ...(selection.records as AlertRow[])].find(({ alert_id }) => alert_id === one.id)
    const kind = alert && t(`records.alerts.choices.level.${alert.level}`)
    return alert ? { ...one, title: `${placeOf(alert)} · ${kind}` } : one
  })
  const pages = Math.ceil(total / PAGE_SIZE)
  const common = { active: active ?? shown[0]?.alert_id ?? null, onActive: setActive }
  return (
    <Stack gap="md" maw="var(--ullage-page)" ref={list}>
      <Heading total={total + (isParted ? (answered.data?.page.total_records ?? 0) : 0)} data={data} />
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          className={styles.statuses}
          aria-label={t('records.alerts.fields.status')}
          value={status}
          onChange={(value) => set('status', value)}
          data={STATUSES.map((value) => ({ value, label: t(`alerts.statuses.${value}`) }))}
        />
        <SelectInput
          size="xs"
          clearable
          aria-label={t('records.alerts.fields.level')}
          placeholder={t('alerts.any_level')}
          value={level}
          onChange={(value) => set('level', value)}
          data={ALERT_LEVELS.map((value) => ({ value, label: t(`records.alerts.choices.level.${value}`) }))}
        />
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={400} radius="lg" />}
      {data && (
        <Busy isBusy={isPlaceholderData}>
          {isParted && second.length > 0 && (
            <Title order={2} size="h4" mb="xs">
              {t('alerts.needs_attention')}
            </Title>
          )}
          <Paper>
            {first.length === 0 ? (
              <EmptyState
                Icon={IconBellCheck}
                color="fine"
                title={t(second.length > 0 ? 'alerts.all_answered' : 'alerts.none_found')}
              />
            ) : (
              <AlertLines
                {...common}
                label={t('records.alerts.label')}
                alerts={first}
                selection={mayAnswer && status !== 'closed' ? selection : undefined}
              />
            )}
          </Paper>
        </Busy>
      )}
      <PageNavigation pages={pages} page={page} onChange={(next) => set('page_num', String(next))} />
      {second.length > 0 && (
        <section>
          <Group gap="sm" align="baseline" mb="xs">
            <Title order={2} size="h4">
              {t('alerts.answered')}
            </Title>
            {second.length < (answered.data?.page.total_records ?? 0) && (
              <Anchor component="button" size="sm" onClick={() => set('status', 'answered')}>
                {t('alerts.more_answered')}
              </Anchor>
            )}
          </Group>
          <Paper>
            <AlertLines
              {...common}
              label={t('alerts.answered')}
              alerts={second}
              selection={
                mayAnswer
                  ? { ...selection, has: (alert) => !selection.all && selection.has(alert) }
                  : undefined
              }
            />
          </Paper>
        </section>
      )}
      <AlertSelectionBar selection={selection} matching={matching} onStep={ask} />
      <Suspense>
        {asked && (
          <AlertDialog
            step={asked.step}
            count={asked.count}
            isBusy={isBusy}
            onClose={close}
            onAnswer={(given) =>
              answer(
                { target: asked.target, answer: given },
                { onSuccess: () => selection.set([]), onSettled: close },
              )
            }
          />
        )}
      </Suspense>
      <BulkReport
        resource={resource}
        bulk={{
          report: named,
          message,
          forget: () => {
            const refused = report.map(({ id }) => id)
            selection.set(selection.records.filter((one) => !refused.includes(Number(one['alert_id']))))
            forget()
          },
        }}
        addressOf={(id) =>
          `/devices/profile/${shown.find(({ alert_id }) => alert_id === id)?.device_id ?? ''}`
        }
      />
    </Stack>
  )
}

function Heading({ total, data }: { total: number; data: ReturnType<typeof useAlerts>['data'] }) {
  const { t } = useTranslation()
  const totalText = useTotal()
  return (
    <Group gap="sm" align="baseline">
      <Title order={1}>{t('records.alerts.label')}</Title>
      {data && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {totalText({ total, isEstimate: data.page.total_is_estimate === 1 })}
        </Text>
      )}
    </Group>
  )
}

/** What is asked for, without what is not. */
function definedOf(query: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]))
}
