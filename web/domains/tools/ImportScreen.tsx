import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Stepper,
  Text,
  Title,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { PLACES } from '#core/domains/devices/places.ts'
import { PHONE_MEDIA_QUERY } from '#web/platform/phone.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportKeys } from './ImportKeys.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import { type ImportLog, isWorking, useImport } from './useImport.ts'

const STEPS = ['file', 'columns', 'check', 'done'] as const

/** Brings records in from a file, step by step; later it is the log of that import, from which it can be undone. */
export function ImportScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { found, work } = useImport(id)
  const log = found.data
  const [isBack, setIsBack] = useState(false)
  const step = log ? stepOf(log, isBack) : 0
  const isPhone = useMediaQuery(PHONE_MEDIA_QUERY, undefined, { getInitialValueInEffect: false })
  return (
    <Stack gap="md">
      <Title order={1}>
        {t('tools.imports.title')}
        {log &&
          `: ${log.resource === PLACES ? t('tools.imports.places') : t(`records.${log.resource}.label`)}`}
      </Title>
      <Stepper
        active={step}
        size="sm"
        orientation={isPhone ? 'vertical' : 'horizontal'}
        aria-label={t('tools.imports.title')}
      >
        {STEPS.map((name) => (
          <Stepper.Step key={name} label={t(`tools.imports.step_${name}`)} />
        ))}
      </Stepper>
      {id === undefined && <ImportFile />}
      {found.isError && !log && <ErrorState error={found.error} onRetry={found.refetch} />}
      {id !== undefined && found.isPending && <Skeleton h={240} />}
      {log && (
        <Step
          key={`${log.import_id} ${step}`}
          {...{ log, step }}
          isPending={work.isPending}
          onBack={() => setIsBack(true)}
          onWork={(asked) => {
            setIsBack(false)
            work.mutate(asked)
          }}
        />
      )}
    </Stack>
  )
}

/** Where an import stands among the steps. */
function stepOf({ status }: ImportLog, isBack: boolean): number {
  if (status === 'imported' || status === 'undone') return STEPS.length
  if (status === 'importing') return 3
  if (status === 'checking') return 2
  return status === 'checked' && !isBack ? 2 : 1
}

interface StepProps {
  log: ImportLog
  step: number
  isPending: boolean
  onBack: () => void
  onWork: ReturnType<typeof useImport>['work']['mutate']
}

function Step({ log, step, isPending, onBack, onWork }: StepProps) {
  const { t } = useTranslation()
  if (isWorking(log)) return <Working log={log} />
  if (step === STEPS.length)
    return <Done log={log} isPending={isPending} onUndo={() => onWork({ step: 'undo' })} />
  if (log.headings.length === 0) return <Text>{t('tools.imports.other')}</Text>
  if (step === 2)
    return <ImportCheck {...{ log, isPending, onBack }} onImport={() => onWork({ step: 'import' })} />
  return (
    <Stack>
      {log.status === 'failed' && (
        <Alert color="urgent" variant="light">
          {t('tools.imports.failed')}
        </Alert>
      )}
      <ImportColumns {...{ log, isPending }} onCheck={(mappings) => onWork({ step: 'check', mappings })} />
    </Stack>
  )
}

function Working({ log }: { log: ImportLog }) {
  const { t } = useTranslation()
  const total = log.status === 'importing' ? (log.good_records ?? log.total_records) : log.total_records
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Text role="status">{t('tools.imports.working', { done: log.progress, total })}</Text>
        <Progress value={(100 * log.progress) / total} aria-label={t('tools.imports.step_done')} animated />
      </Stack>
    </Paper>
  )
}

/** The way to each of the records that were made. */
function Made({ log: { made, total_records_imported } }: { log: ImportLog }) {
  const { t } = useTranslation()
  const addressOf = useRecordAddress()
  const more = total_records_imported - made.length
  return (
    <div>
      <Text size="sm" fw={600} id="made">
        {t('tools.imports.made')}
      </Text>
      <Group component="ul" aria-labelledby="made" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {made.map(({ kind, id, title }) => {
          const address = addressOf(kind, id)
          return (
            <li key={`${kind} ${id}`}>
              {address ? (
                <Anchor component={Link} to={address} size="sm">
                  {title}
                </Anchor>
              ) : (
                <Text size="sm">{title}</Text>
              )}
            </li>
          )
        })}
      </Group>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('tools.imports.made_more', { count: more })}
        </Text>
      )}
    </div>
  )
}

function Done({ log, isPending, onUndo }: { log: ImportLog; isPending: boolean; onUndo: () => void }) {
  const { t } = useTranslation()
  const ask = () =>
    modals.openConfirmModal({
      title: t('tools.imports.undo_sure'),
      labels: { confirm: t('tools.imports.undo'), cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm: onUndo,
    })
  const isUndone = log.status === 'undone'
  return (
    <Paper p="md">
      <Stack>
        <Text role="status">
          {t('tools.imports.done', { count: log.total_records_imported, file: log.file_name })}{' '}
          {isUndone && t('tools.imports.undone')}
        </Text>
        {log.summary.length > 0 && <ImportSummary log={log} />}
        {log.made.length > 0 && <Made log={log} />}
        {!isUndone && <ImportKeys log={log} />}
        {!isUndone && (
          <Text size="sm" c="dimmed">
            {t(log.can_undo ? 'tools.imports.undo_help' : 'tools.imports.late')}
          </Text>
        )}
        {log.can_undo && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={isPending}
              onClick={ask}
            >
              {t('tools.imports.undo')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
