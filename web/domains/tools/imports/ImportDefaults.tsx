import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { ImportLog } from './useImport.ts'

interface ImportDefaultsProps {
  log: ImportLog
  mappings: readonly FieldMapping[]
  onChange: (mappings: FieldMapping[]) => void
}

/** Values for fields without a column, or with empty cells. */
export function ImportDefaults({ log, mappings, onChange }: ImportDefaultsProps) {
  const { t } = useTranslation()
  const withDefault = mappings.filter(({ default: standard }) => standard !== undefined)
  const labelOf = (name: string) => log.fields.find((field) => field.name === name)?.label ?? name
  const set = (name: string, standard: string | undefined) =>
    onChange(
      mappings.flatMap((mapping) => {
        if (mapping.table_field !== name) return [mapping]
        // Without a column and a value the mapping is dropped.
        return mapping.position === null && standard === undefined ? [] : [{ ...mapping, default: standard }]
      }),
    )
  const add = (name: string) => {
    if (mappings.some(({ table_field }) => table_field === name)) set(name, '')
    else onChange([...mappings, { position: null, table_field: name, default: '' }])
  }
  const rest = log.fields.filter(({ name }) => !withDefault.some(({ table_field }) => table_field === name))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('tools.imports.defaults')}
      </Text>
      {withDefault.map(({ table_field, default: standard }) => {
        const choices = log.fields.find(({ name }) => name === table_field)?.choices
        return (
          <Group key={table_field} align="end" gap="xs" wrap="nowrap">
            {choices ? (
              <SelectInput
                label={labelOf(table_field)}
                data={choices.map((one) => ({ value: one, label: one }))}
                value={standard || null}
                onChange={(value) => set(table_field, value ?? '')}
              />
            ) : (
              <TextInput
                label={labelOf(table_field)}
                maxLength={255}
                value={standard ?? ''}
                onChange={({ currentTarget }) => set(table_field, currentTarget.value)}
              />
            )}
            <ActionIcon
              variant="subtle"
              aria-label={t('tools.imports.default_remove', { field: labelOf(table_field) })}
              onClick={() => set(table_field, undefined)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )
      })}
      <SelectInput
        aria-label={t('tools.imports.default_add')}
        placeholder={t('tools.imports.default_add')}
        data={rest.map(({ name, label }) => ({ value: name, label }))}
        value={null}
        onChange={(name) => name && add(name)}
        maw={360}
        searchable
      />
    </Stack>
  )
}
