import { Alert, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { ImportDefaults } from './ImportDefaults.tsx'
import { ImportNotes } from './ImportNotes.tsx'
import { ImportReading } from './ImportReading.tsx'
import type { ImportLog, ImportWork } from './useImport.ts'

interface ImportColumnsProps {
  log: ImportLog
  isPending: boolean
  onWork: (work: ImportWork) => void
}

/** The second step: the field of each column, where the file does not determine it. */
export function ImportColumns({ log, isPending, onWork }: ImportColumnsProps) {
  const { t } = useTranslation()
  const [mappings, setMappings] = useState<FieldMapping[]>(() =>
    log.field_mappings.map(({ name: _, table_name: __, ...mapping }) => mapping),
  )
  const mapped = mappings.map(({ table_field }) => table_field)
  const missing = log.fields.filter(({ name, required }) => required && !mapped.includes(name))
  return (
    <Stack>
      <Text>{t('tools.imports.columns_help')}</Text>
      {log.resource !== 'places' && <MatchHint log={log} />}
      <SheetChoice {...{ log, onWork }} isDisabled={isPending} />
      <ImportNotes log={log} />
      {missing.length > 0 && (
        <Alert color="mild" variant="light">
          {t('tools.imports.missing', { fields: missing.map(({ label }) => label).join(', ') })}
        </Alert>
      )}
      <Columns {...{ log, mappings }} onChange={setMappings} />
      <ImportDefaults {...{ log, mappings }} onChange={setMappings} />
      <Group>
        <Button
          disabled={mappings.length === 0}
          loading={isPending}
          onClick={() => onWork({ step: 'check', mappings })}
        >
          {t('tools.imports.check')}
        </Button>
      </Group>
    </Stack>
  )
}

/** How records that exist already are found. */
function MatchHint({ log: { match_by, fields } }: { log: ImportLog }) {
  const { t } = useTranslation()
  const match = match_by.map((names) => names.join(' + '))
  return (
    <Text size="sm" c="dimmed">
      {match.length > 0
        ? t('tools.imports.match_by', { fields: match.join(` ${t('tools.imports.or')} `) })
        : t('tools.imports.match_all')}
      {fields.some(({ name }) => name.startsWith('details.')) && ` ${t('tools.imports.lines_help')}`}
    </Text>
  )
}

interface ColumnsProps {
  log: ImportLog
  mappings: readonly FieldMapping[]
  onChange: (change: (mappings: FieldMapping[]) => FieldMapping[]) => void
}

function Columns({ log, mappings, onChange }: ColumnsProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Paper>
      <Table.ScrollContainer minWidth={isPhone ? 0 : 480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('tools.imports.column')}</Table.Th>
              {!isPhone && <Table.Th scope="col">{t('tools.imports.sample')}</Table.Th>}
              <Table.Th scope="col">{t('tools.imports.field')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {log.headings.map((heading, index) => (
              <Table.Tr key={index}>
                <Table.Th scope="row">
                  {heading || index + 1}
                  {isPhone && <Sample log={log} at={index} />}
                </Table.Th>
                {!isPhone && (
                  <Table.Td>
                    <Sample log={log} at={index} />
                  </Table.Td>
                )}
                <Table.Td miw={isPhone ? undefined : 220} w={isPhone ? '60%' : undefined}>
                  <ColumnField {...{ log, mappings, at: index, onChange }} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

/** The field of a column, and how its values are read. */
function ColumnField({ log, mappings, at, onChange }: ColumnsProps & { at: number }) {
  const { t } = useTranslation()
  const mapping = mappings.find(({ position }) => position === at)
  const choose = (name: string | null) =>
    onChange((all) => [
      // A field assigned to another column moves to this one.
      ...all.filter((item) => item.position !== at && item.table_field !== name),
      ...(name ? [{ position: at, table_field: name }] : []),
    ])
  const change = (changed: FieldMapping) =>
    onChange((all) => all.map((item) => (item.table_field === changed.table_field ? changed : item)))
  return (
    <>
      <SelectInput
        aria-label={`${t('tools.imports.field')}: ${log.headings[at] || at + 1}`}
        placeholder={t('tools.imports.none')}
        data={log.fields.map(({ name, label }) => ({ value: name, label }))}
        value={mapping?.table_field ?? null}
        onChange={choose}
        searchable
        clearable
      />
      {mapping && <ImportReading {...{ log, mapping, at }} onChange={change} />}
    </>
  )
}

/** The first values of a column. */
function Sample({ log: { sample }, at }: { log: ImportLog; at: number }) {
  const values = sample.map((cells) => cells[at]).filter(Boolean)
  return (
    <Text size="sm" c="dimmed" lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {values.slice(0, 3).join(' · ')}
    </Text>
  )
}

interface SheetChoiceProps extends Pick<ImportColumnsProps, 'log' | 'onWork'> {
  isDisabled: boolean
}

/** Which sheet of a workbook is read, and where its headings are. */
function SheetChoice({ log, isDisabled, onWork }: SheetChoiceProps) {
  const { t } = useTranslation()
  const [row, setRow] = useState(String(log.heading_row))
  const heading_row = Number(row)
  const isOther = heading_row >= 1 && heading_row <= 1000 && heading_row !== log.heading_row
  return (
    <Group align="end">
      {log.sheets.length > 1 && (
        <SelectInput
          label={t('tools.imports.sheet')}
          data={log.sheets.map((name, index) => ({ value: String(index), label: name }))}
          value={String(log.sheet)}
          disabled={isDisabled}
          onChange={(at) => at && onWork({ step: 'read', sheet: Number(at) })}
        />
      )}
      <NumberField
        label={t('tools.imports.heading_row')}
        value={row}
        onChange={setRow}
        isWhole
        w={180}
        disabled={isDisabled}
      />
      {isOther && (
        <Button
          variant="default"
          loading={isDisabled}
          onClick={() => onWork({ step: 'read', sheet: log.sheet, heading_row })}
        >
          {t('tools.imports.read_again')}
        </Button>
      )}
    </Group>
  )
}
