import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { LimitTexts } from '#web/domains/shipments/loading/LimitTexts.tsx'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { AdviceText } from '#web/ui/AdviceText.tsx'
import type { Round, RoundLoad } from './boardTypes.ts'
import { DriverSelect } from './DriverSelect.tsx'
import { missingOf } from './roundState.ts'
import type { BoardActions } from './useBoardActions.tsx'

interface RoundFindingsProps {
  round: Round
  volumes: VolumeUnits
  actions: BoardActions
  mayPlan: boolean
}

/** What blocks a round and what is unwise; each with the nearest allowed value. */
export function RoundFindings({ round, volumes, actions, mayPlan }: RoundFindingsProps) {
  const { t } = useTranslation()
  const { isEmpty, hasNoTruck, hasNoDriver, unplaced, broken } = missingOf(round)
  const { issues } = round.route
  const isRight = [round.problems, round.warnings, issues].every((some) => some.length === 0)
  if (isRight) return null
  return (
    <Alert color="mild" p="xs" mt="xs">
      <Stack gap={4}>
        {isEmpty && <Text size="xs">{t('dispatch.finding.empty')}</Text>}
        {hasNoTruck && (
          <Text size="xs">
            {t('dispatch.finding.no_truck')}{' '}
            <Anchor component={Link} to={`/shipment_planners/${round.shipment_id}`} size="xs">
              {t('dispatch.choose_truck')}
            </Anchor>
          </Text>
        )}
        {hasNoDriver && (
          <Group gap="xs" wrap="nowrap">
            <Text size="xs">{t('dispatch.finding.no_driver')}</Text>
            {mayPlan && <DriverSelect onChoose={(people_id) => actions.chooseDriver(round, people_id)} />}
          </Group>
        )}
        {unplaced.length > 0 && <Unplaced {...{ round, volumes, actions, mayPlan }} loads={unplaced} />}
        {[...broken, ...round.warnings].map(({ field, message }) => (
          <Text key={`${field} ${message}`} size="xs">
            {fieldContent(field, round) ?? t(`dispatch.field.${field}`, { defaultValue: '' })} {message}
          </Text>
        ))}
        <RouteIssues round={round} issues={issues} />
      </Stack>
    </Alert>
  )
}

/** The sites ahead of a round on the road that accept no deliveries that day: its driver reads the same. */
export function ClosedSites({ round }: { round: Round }) {
  const isAhead = (stop_id: number | null) =>
    !round.arrivals.some((arrival) => arrival.stop_id === stop_id && arrival.arrived_at !== null)
  const closed = round.route.issues.filter(({ rule, stop_id }) => rule === 'site_closed' && isAhead(stop_id))
  if (closed.length === 0) return null
  return (
    <Alert color="mild" p="xs" mt="xs">
      <RouteIssues round={round} issues={closed} />
    </Alert>
  )
}

function RouteIssues({ round, issues }: { round: Round; issues: Round['route']['issues'] }) {
  return issues.map(({ rule, stop_id, message, advice }) => {
    const load = round.loads.find((item) => stop_id !== null && item.stop_id === stop_id)
    return (
      <AdviceText
        key={`${rule} ${stop_id} ${message}`}
        size="xs"
        about={load && (load.place ?? load.product_title)}
        message={message}
        advice={advice}
      />
    )
  })
}

/** The loads without a compartment, and the limit that leaves most of them behind. */
function Unplaced({
  round,
  loads,
  volumes,
  actions,
  mayPlan,
}: RoundFindingsProps & { loads: readonly RoundLoad[] }) {
  const { t } = useTranslation()
  const outcome = actions.outcomes[round.shipment_id]
  return (
    <Text size="xs">
      {t('dispatch.finding.unplaced', {
        loads: loads
          .map(({ place, product_title, quantity_liters }) =>
            [[place, product_title].filter(Boolean).join(' · '), volumes.text(quantity_liters, 0)].join(': '),
          )
          .join('; '),
      })}{' '}
      {outcome && <LimitTexts {...outcome} limits={outcome.limits.slice(0, 1)} volumes={volumes} />}{' '}
      {mayPlan && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() =>
            actions.takeOff({
              round,
              ids: loads.map(({ shipment_detail_id }) => shipment_detail_id),
            })
          }
        >
          {t('dispatch.leave_behind')}
        </Anchor>
      )}
    </Text>
  )
}

/** The name of the load that an issue concerns. */
function fieldContent(field: string, { loads }: Round): string | undefined {
  const [, index] = /^details\.(\d+)\./.exec(field) ?? []
  const load = index === undefined ? undefined : loads[Number(index)]
  return load && `${[load.place, load.product_title].filter(Boolean).join(' · ')}:`
}
