import { Alert, List } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ImportLog } from './useImport.ts'

/** Doubtful values of a file, by row and column. */
export function ImportNotes({ log: { notes, headings } }: { log: ImportLog }) {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  const placeOf = ({ row, position }: ImportLog['notes'][number]) =>
    [
      row === null ? '' : `${t('tools.imports.row')} ${row}`,
      position === null ? '' : headings[position] || `${t('tools.imports.column')} ${position + 1}`,
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <Alert color="mild" variant="light" title={t('tools.imports.notes')}>
      <List size="sm">
        {notes.map((note, index) => (
          <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
            {[placeOf(note), note.message].filter(Boolean).join(': ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
