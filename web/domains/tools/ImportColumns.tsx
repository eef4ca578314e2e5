import { Alert, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import type { ImportLog } from './useImport.ts'

interface ImportColumnsProps {
  log: ImportLog
  isPending: boolean
  onCheck: (mappings: FieldMapping[]) => void
}

/** The second step: which field each column holds, as far as its heading did not say it. */
export function ImportColumns({ log, isPending, onCheck }: ImportColumnsProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(log.field_mappings.map(({ position, table_field }) => [position, table_field])),
  )
  const taken = Object.values(chosen)
  const missing = log.fields.filter(({ name, required }) => required && !taken.includes(name))
  const twice = new Set(taken.filter((name, at) => taken.indexOf(name) !== at))
  const mappings = Object.entries(chosen).map(([at, table_field]) => ({ position: Number(at), table_field }))
  const set = (at: number, name: string | null) =>
    setChosen(({ [at]: _, ...rest }) => (name ? { ...rest, [at]: name } : rest))
  return (
    <Stack>
      <Text>{t('tools.imports.columns_help')}</Text>
      {missing.length > 0 && (
        <Alert color="mild" variant="light">
          {t('tools.imports.missing', { fields: missing.map(({ label }) => label).join(', ') })}
        </Alert>
      )}
      <Paper>
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('tools.imports.column')}</Table.Th>
                <Table.Th scope="col">{t('tools.imports.sample')}</Table.Th>
                <Table.Th scope="col">{t('tools.imports.field')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {log.headings.map((heading, at) => (
                <Table.Tr key={at}>
                  <Table.Th scope="row">{heading || at + 1}</Table.Th>
                  <Table.Td>
                    <Text size="sm" c="dimmed" lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                      {log.sample
                        .map((cells) => cells[at])
                        .filter(Boolean)
                        .slice(0, 3)
                        .join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td miw={220}>
                    <SelectInput
                      aria-label={`${t('tools.imports.field')}: ${heading || at + 1}`}
                      placeholder={t('tools.imports.none')}
                      data={log.fields.map(({ name, label }) => ({ value: name, label }))}
                      value={chosen[at] ?? null}
                      onChange={(name) => set(at, name)}
                      error={twice.has(chosen[at] ?? '') && t('tools.imports.twice')}
                      searchable
                      clearable
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Group>
        <Button
          disabled={mappings.length === 0 || twice.size > 0}
          loading={isPending}
          onClick={() => onCheck(mappings)}
        >
          {t('tools.imports.check')}
        </Button>
      </Group>
    </Stack>
  )
}
