import { Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { explainAlertRules } from '#core/domains/alerts/calls.ts'
import { DRY_RUN_RULES } from '#core/domains/alerts/ruleReasons.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { celsiusToFahrenheit } from '#core/platform/numbers/units.ts'
import { RuleTrial } from '#web/domains/telemetry/alert/RuleTrial.tsx'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Rules = ResponseOf<typeof explainAlertRules>
type Rule = Rules['alert_rules'][number]

const isTriable = (rule: string): rule is (typeof DRY_RUN_RULES)[number] => isOneOf(DRY_RUN_RULES, rule)

/** Each rule of a device: why its alert is open, or what is missing, and when it would have opened in the last 90 days. */
export function DeviceAlertRules({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useAlertRules(device_id)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="xs">
      <Title order={3}>{t('alerts.rules.title')}</Title>
      <Paper>
        {!data && <Skeleton h={240} />}
        {data && (
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('alerts.rules.rule')}</Table.Th>
                <Table.Th>{t('alerts.rules.why')}</Table.Th>
                <Table.Th>{t('alerts.rules.tried')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.alert_rules.map((rule) => (
                <RuleRow
                  key={`${rule.rule}/${rule.port_number}`}
                  rule={rule}
                  unit={data.unit}
                  hasSeveralPorts={new Set(data.alert_rules.map(({ port_number }) => port_number)).size > 2}
                  device_id={device_id}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Paper>
    </Stack>
  )
}

function useAlertRules(device_id: number) {
  return useQuery({
    queryKey: ['alerts', 'rules', device_id],
    queryFn: reading<typeof explainAlertRules>('/devices/:device_id/alert_rules', { params: { device_id } }),
  })
}

interface RuleRowProps {
  rule: Rule
  unit: Rules['unit']
  device_id: number
  /** A single port is not numbered. */
  hasSeveralPorts: boolean
}

function RuleRow({ rule, unit, device_id, hasSeveralPorts }: RuleRowProps) {
  const { t } = useTranslation()
  const why = useReasonText(rule.rule, unit)
  const name = t(`records.alerts.choices.level.${rule.rule}`)
  return (
    <Table.Tr>
      <Table.Td>
        {rule.port_number !== null && hasSeveralPorts
          ? t('alerts.rules.of_port', { name, port: rule.port_number })
          : name}
      </Table.Td>
      <Table.Td>
        {rule.reasons.map((reason) => (
          <Text key={reason.reason} size="sm" fw={reason.reason === 'fires' ? 600 : undefined}>
            {why(reason)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        {isTriable(rule.rule) && (
          <RuleTrial rule={rule.rule} device_id={device_id} port_number={rule.port_number} name={name} />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function useReasonText(rule: string, unit: Rules['unit']) {
  const { t } = useTranslation()
  const { units, quantity, instant } = useFormat()
  const figure = (value: number | null, reason: string) => {
    if (value === null) return ''
    if (reason === 'evidence_too_weak') return quantity(value, unit, value < 10 ? 1 : 0)
    if (rule !== 'temperature') return quantity(value, '%', 0)
    return units === 'imperial' ? quantity(celsiusToFahrenheit(value), '°F', 0) : quantity(value, '°C', 0)
  }
  return ({ reason, value, limit, until }: Rule['reasons'][number]) =>
    t(`alerts.rules.reasons.${reason}`, {
      value: figure(value, reason),
      limit: figure(limit, reason),
      until: until === null ? '' : instant(until),
    })
}
