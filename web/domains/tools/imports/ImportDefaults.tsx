import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { ImportValueInput } from './ImportValueInput.tsx'
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
  const rest = log.fields.filter(({ name }) => !withDefault.some(({ table_field }) => table_field === name))
  const set = (name: string, standard: string | undefined) => onChange(setDefault(mappings, name, standard))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('tools.imports.defaults')}
      </Text>
      {withDefault.map(({ table_field: name, default: value }) => {
        const { label, choices } = log.fields.find((field) => field.name === name) ?? { label: name }
        return (
          <Group key={name} align="end" gap="xs" wrap="nowrap">
            <ImportValueInput {...{ label, choices, value }} onChange={(typed) => set(name, typed)} />
            <ActionIcon
              aria-label={t('tools.imports.default_remove', { field: label })}
              onClick={() => set(name, undefined)}
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
        onChange={(name) => name && set(name, '')}
        maw={360}
        searchable
      />
    </Stack>
  )
}

/** The mappings with the default of a field; undefined removes it. */
function setDefault(
  mappings: readonly FieldMapping[],
  name: string,
  standard: string | undefined,
): FieldMapping[] {
  const isMapped = mappings.some(({ table_field }) => table_field === name)
  const all = isMapped ? mappings : [...mappings, { position: null, table_field: name }]
  return all.flatMap((mapping) => {
    if (mapping.table_field !== name) return [mapping]
    // Without a column and a value the mapping is dropped.
    return mapping.position === null && standard === undefined ? [] : [{ ...mapping, default: standard }]
  })
}
