import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, ProposalState } from '../boardTypes.ts'
import { LeftOutList } from './LeftOutList.tsx'
import styles from './Proposal.module.css'
import { ProposalSummary } from './ProposalSummary.tsx'
import type { ProposalWork } from './useProposal.ts'

interface ProposalBarProps {
  work: ProposalWork
  board: Board
  volumes: VolumeUnits
  mayPlan: boolean
}

/** The progress of a search; then the proposal, the needs that it leaves out, and its actions. */
export function ProposalBar(props: ProposalBarProps) {
  const { work, board, mayPlan } = props
  const { t } = useTranslation()
  const { state } = work
  if (!state || (!state.run && !state.proposal && !state.has_failed)) return null
  const first = state.proposal?.first_day ?? board.day
  return (
    <Paper component="section" className={styles.bar} p="sm" aria-label={t('dispatch.proposal.title')}>
      <Stack gap="xs">
        {state.run && <Search run={state.run} {...{ work, mayPlan }} />}
        {state.has_failed && (
          <Alert color="mild" p="xs" role="alert">
            <Group justify="space-between" gap="xs">
              <Text size="sm">{t('dispatch.proposal.failed')}</Text>
              {mayPlan && first && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={work.isBusy}
                  onClick={() =>
                    work.propose({
                      first_day: first,
                      days: state.proposal?.days ?? 1,
                      ...(state.truck_ids && { truck_ids: state.truck_ids }),
                    })
                  }
                >
                  {t('resources.failure.again')}
                </Button>
              )}
            </Group>
          </Alert>
        )}
        {state.proposal && <ProposalSummary proposal={state.proposal} {...props} />}
        {state.proposal && <LeftOutList proposal={state.proposal} {...props} />}
      </Stack>
    </Paper>
  )
}

function Search({
  run,
  work,
  mayPlan,
}: {
  run: NonNullable<ProposalState['run']>
  work: ProposalWork
  mayPlan: boolean
}) {
  const { t } = useTranslation()
  const percent = Math.round(run.share * 100)
  const state = run.is_stopping ? 'stopping' : run.is_waiting ? 'waiting' : 'searching'
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={styles.search}>
        <Text size="sm" role="status">
          {t(`dispatch.proposal.${state}`)}
        </Text>
        <Progress
          value={percent}
          animated={!run.is_waiting}
          mt={4}
          aria-label={t('dispatch.proposal.title')}
        />
      </div>
      {mayPlan && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={run.is_stopping || work.isBusy}
          onClick={() => work.change({ stop: true })}
        >
          {t('dispatch.proposal.stop')}
        </Button>
      )}
    </Group>
  )
}
