import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { dryRunAlertRule } from '#core/domains/alerts/calls.ts'
import type { DRY_RUN_RULES } from '#core/domains/alerts/ruleReasons.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const DAYS = 90

type Typed = Pick<SentTo<typeof dryRunAlertRule>['body'], 'limit' | 'low' | 'high' | 'sensitivity'>

interface RuleTrialProps {
  rule: (typeof DRY_RUN_RULES)[number]
  name: string
  /** The device, and for a tank's rule its port; without it the rule is tried on the first visible devices. */
  device_id?: number
  port_number?: number | null
  /** Typed values in place of the stored thresholds; null if they are invalid. */
  typed?: Typed | null
}

/** When a rule would have opened its alert in the last 90 days with the typed values; run on request. */
export function RuleTrial({ rule, name, device_id, port_number = null, typed = {} }: RuleTrialProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { data, variables, mutate, isPending, isError, error } = useMutation({
    mutationFn: (values: Typed) =>
      request<typeof dryRunAlertRule>('POST', '/alert_rules/dry_run', {
        body: { rule, days: DAYS, ...values, ...(device_id !== undefined && { device_ids: [device_id] }) },
      }),
  })
  // A result for other values is not shown.
  const isOfTyped = JSON.stringify(variables) === JSON.stringify(typed)
  if (isError && isOfTyped && typed) return <ErrorState error={error} onRetry={() => mutate(typed)} />
  if (!data || !isOfTyped) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        loading={isPending}
        disabled={typed === null}
        onClick={() => typed && mutate(typed)}
        aria-label={t('alerts.rules.try_named', { name })}
      >
        {t('alerts.rules.try')}
      </Button>
    )
  }
  const { tanks, devices_total } = data.dry_run
  const tried = device_id === undefined ? tanks : tanks.filter((tank) => tank.port_number === port_number)
  const fired = tried.flatMap((tank) => tank.fired).sort((a, b) => a.from.localeCompare(b.from))
  const devices = new Set(tanks.map((tank) => tank.device_id)).size
  return (
    <Text size="sm" aria-live="polite">
      {t('alerts.rules.fired', { count: fired.length })}
      {fired.length > 0 && ` (${fired.map(({ from }) => date(from.slice(0, 10))).join(', ')})`}
      {device_id === undefined &&
        ` · ${t('alerts.rules.on_devices', { count: devices, total: devices_total })}`}
    </Text>
  )
}

interface RuleTrialsProps {
  /** Each rule with its typed values. */
  trials: readonly (Pick<RuleTrialProps, 'rule' | 'typed'> & { name: string })[]
  device_id?: number
  port_number?: number | null
}

/** The dry run of several rules below the inputs of their thresholds. */
export function RuleTrials({ trials, ...of }: RuleTrialsProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={6} mt="sm">
      <Text size="xs" c="dimmed">
        {t('alerts.rules.try_help')}
      </Text>
      {trials.map(({ rule, typed, name }) => (
        <Group key={rule} gap="xs">
          <Text size="sm">{name}</Text>
          <RuleTrial {...of} {...{ rule, typed, name }} />
        </Group>
      ))}
    </Stack>
  )
}
