import '@mantine/core/styles/Stepper.css'
import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Stepper,
  Text,
  Title,
} from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PLACES } from '#core/domains/devices/places.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportKeys } from './ImportKeys.tsx'
import { ImportRefused } from './ImportRefused.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import { type ImportLog, type ImportWork, isWorking, useImport } from './useImport.ts'

const STEPS = ['file', 'columns', 'check', 'done'] as const

/** Wizard that imports records from a file; afterwards it shows the import’s log and offers to undo it. */
export function ImportScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { found, work } = useImport(id)
  const log = found.data
  const [isEditingColumns, setIsEditingColumns] = useState(false)
  const step = log ? stepOf(log, isEditingColumns) : 0
  const isPhone = useIsPhone()
  return (
    <Stack gap="md">
      <Title order={1}>
        {t('tools.imports.title')}
        {log &&
          `: ${log.resource === PLACES ? t('tools.imports.places') : t(`records.${log.resource}.label`)}`}
      </Title>
      <Stepper active={step} size="sm" wrap={false} aria-label={t('tools.imports.title')}>
        {STEPS.map((name) => {
          const label = t(`tools.imports.step_${name}`)
          return <Stepper.Step key={name} {...(isPhone ? { 'aria-label': label } : { label })} />
        })}
      </Stepper>
      {id === undefined && <ImportFile />}
      {found.isError && !log && <ErrorState error={found.error} onRetry={found.refetch} />}
      {id !== undefined && found.isPending && <Skeleton h={240} />}
      {log && (
        <Step
          key={`${log.import_id} ${step}`}
          {...{ log, step }}
          isPending={work.isPending}
          onBack={() => setIsEditingColumns(true)}
          onWork={(next) => {
            setIsEditingColumns(false)
            work.mutate(next)
          }}
        />
      )}
    </Stack>
  )
}

/** The current step of an import. */
function stepOf({ status, imported_at }: ImportLog, isEditingColumns: boolean): number {
  if (status === 'imported' || status === 'undone' || status === 'undoing') return STEPS.length
  if (status === 'importing' || status === 'stopped') return 3
  if (status === 'failed') return imported_at === null ? 1 : 3
  if (status === 'checking') return 2
  return status === 'checked' && !isEditingColumns ? 2 : 1
}

interface StepProps {
  log: ImportLog
  step: number
  isPending: boolean
  onBack: () => void
  onWork: (next: ImportWork) => void
}

function Step({ log, step, isPending, onBack, onWork }: StepProps) {
  const { t } = useTranslation()
  if (isWorking(log)) return <Working {...{ log, isPending, onWork }} />
  if (step === STEPS.length) return <Done {...{ log, isPending, onWork }} />
  if (log.headings.length === 0) return <Text>{t('tools.imports.other')}</Text>
  if (step === 3) return <Stopped {...{ log, isPending, onWork }} />
  if (step === 2) return <ImportCheck {...{ log, isPending, onBack, onWork }} />
  return (
    <Stack>
      {log.status === 'failed' && (
        <Alert color="urgent" variant="light">
          {t('tools.imports.failed')}
        </Alert>
      )}
      <ImportColumns key={`${log.sheet} ${log.heading_row}`} {...{ log, isPending, onWork }} />
    </Stack>
  )
}

type WorkProps = Pick<StepProps, 'log' | 'isPending' | 'onWork'>

function Working({ log, isPending, onWork }: WorkProps) {
  const { t } = useTranslation()
  const total = Math.max(log.total_records, 1)
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Text role="status">
          {t('tools.imports.working', { done: log.progress, total: log.total_records })}
        </Text>
        <Progress value={(100 * log.progress) / total} aria-label={t('tools.imports.step_done')} animated />
        <Text size="sm" c="dimmed">
          {t('tools.imports.background')}
        </Text>
        {log.status !== 'undoing' && (
          <Group>
            <Button variant="default" loading={isPending} onClick={() => onWork({ step: 'stop' })}>
              {t('tools.imports.stop')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** An import that was stopped or failed, with some rows stored. */
function Stopped({ log, isPending, onWork }: WorkProps) {
  const { t } = useTranslation()
  return (
    <Paper p="md">
      <Stack>
        <Text role="status">
          {t('tools.imports.stopped', { done: log.progress, total: log.total_records })}
        </Text>
        <Group>
          <Button loading={isPending} onClick={() => onWork({ step: 'import' })}>
            {t('tools.imports.go_on')}
          </Button>
          {log.can_undo && <UndoButton {...{ isPending, onWork }} />}
        </Group>
      </Stack>
    </Paper>
  )
}

/** Links to the created records. */
function CreatedRecords({ log: { made, total_records_imported } }: { log: ImportLog }) {
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

function UndoButton({ isPending, onWork }: Omit<WorkProps, 'log'>) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title: t('tools.imports.undo_sure'),
      action: t('tools.imports.undo'),
      onConfirm: () => onWork({ step: 'undo' }),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={isPending}
      onClick={ask}
    >
      {t('tools.imports.undo')}
    </Button>
  )
}

/** Records that the undo did not change, and why. */
function KeptRecords({ log: { left } }: { log: ImportLog }) {
  const { t } = useTranslation()
  if (left.length === 0) return null
  return (
    <Alert color="mild" variant="light" title={t('tools.imports.left')}>
      <List size="sm">
        {left.map(({ kind, id, title, why }) => (
          <List.Item key={`${kind} ${id}`}>
            {title}: {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Done({ log, isPending, onWork }: WorkProps) {
  const { t } = useTranslation()
  const isUndone = log.status === 'undone'
  return (
    <Paper p="md">
      <Stack>
        <Text role="status">
          {t('tools.imports.done', { count: log.total_records_imported, file: log.file_name })}{' '}
          {isUndone && t('tools.imports.undone')}
        </Text>
        {!isUndone && <ImportCounts log={log} />}
        <KeptRecords log={log} />
        {log.summary.length > 0 && <ImportSummary log={log} />}
        {!isUndone && <ImportRefused {...{ log, isPending, onWork }} />}
        {log.made.length > 0 && <CreatedRecords log={log} />}
        {!isUndone && <ImportKeys log={log} />}
        {!isUndone && (
          <Text size="sm" c="dimmed">
            {t(log.can_undo ? 'tools.imports.undo_help' : 'tools.imports.late')}
          </Text>
        )}
        {log.can_undo && (
          <Group>
            <UndoButton {...{ isPending, onWork }} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
