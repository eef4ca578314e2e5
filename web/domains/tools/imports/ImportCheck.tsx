import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportNotes } from './ImportNotes.tsx'
import { ImportRefused } from './ImportRefused.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import type { ImportLog, ImportWork } from './useImport.ts'

interface ImportCheckProps {
  log: ImportLog
  isPending: boolean
  onBack: () => void
  onWork: (work: ImportWork) => void
}

/** The third step: the results of the trial, before anything is stored. */
export function ImportCheck({ log, isPending, onBack, onWork }: ImportCheckProps) {
  const { t } = useTranslation()
  const count = log.new_records + log.changed_records
  const isStarted = log.imported_at !== null
  return (
    <Stack>
      <ImportCounts log={log} />
      {log.summary.length > 0 && <ImportSummary log={log} />}
      <ImportNotes log={log} />
      <ImportRefused {...{ log, isPending, onWork }} />
      <Group>
        <Button
          disabled={count === 0 && !isStarted}
          loading={isPending}
          onClick={() => onWork({ step: 'import' })}
        >
          {isStarted ? t('tools.imports.go_on') : t('tools.imports.go', { count })}
        </Button>
        {!isStarted && (
          <Button variant="default" onClick={onBack}>
            {t('tools.imports.back')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
