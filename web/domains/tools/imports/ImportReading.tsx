import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { ImportValueInput } from './ImportValueInput.tsx'
import type { ImportLog } from './useImport.ts'

interface ImportReadingProps {
  log: ImportLog
  mapping: FieldMapping
  at: number
  onChange: (mapping: FieldMapping) => void
}

const DECIMALS = [
  { value: '.', label: '1,000.5' },
  { value: ',', label: '1.000,5' },
] as const
const ORDERS = ['mdy', 'dmy', 'ymd'] as const

/** How the values of a column are read: the order of its dates, and the meaning of some values. */
export function ImportReading({ log, mapping, at, onChange }: ImportReadingProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(Object.keys(mapping.values ?? {}).length > 0)
  const column = log.columns[at]
  const field = log.fields.find(({ name }) => name === mapping.table_field)
  if (!column) return null
  return (
    <Stack gap={4} mt={4}>
      {(column.dates || column.is_doubtful || mapping.dates) && (
        <SelectInput
          size="xs"
          label={t('tools.imports.dates')}
          description={column.is_doubtful ? t('tools.imports.dates_doubtful') : undefined}
          data={ORDERS.map((value) => ({ value, label: t(`tools.imports.dates_${value}`) }))}
          value={mapping.dates ?? column.dates}
          onChange={(dates) => onChange({ ...mapping, dates: dates ?? undefined })}
        />
      )}
      {(column.decimal || mapping.decimal) && (
        <SelectInput
          size="xs"
          label={t('tools.imports.decimal')}
          data={DECIMALS}
          value={mapping.decimal ?? column.decimal}
          onChange={(sign) => onChange({ ...mapping, decimal: sign ?? undefined })}
        />
      )}
      {field?.has_meanings && column.values.length > 0 && !isOpen && (
        <Anchor component="button" type="button" size="xs" onClick={() => setIsOpen(true)}>
          {t('tools.imports.values')}
        </Anchor>
      )}
      {isOpen && <Meanings {...{ mapping, onChange }} choices={field?.choices} values={column.values} />}
    </Stack>
  )
}

interface MeaningsProps
  extends Pick<ImportReadingProps, 'mapping' | 'onChange'>,
    Pick<ImportLog['columns'][number], 'values'> {
  choices: ImportLog['fields'][number]['choices'] | undefined
}

/** Meaning of each value of a column. */
function Meanings({ mapping, choices, values, onChange }: MeaningsProps) {
  const { t } = useTranslation()
  const set = (from: string, to: string) => {
    const { [from]: _, ...others } = mapping.values ?? {}
    onChange({ ...mapping, values: to === '' ? others : { ...others, [from]: to } })
  }
  return values.map((from) => (
    <Group key={from} gap="xs" wrap="nowrap">
      <Text size="xs" w={110} truncate title={from}>
        {from}
      </Text>
      <ImportValueInput
        size="xs"
        aria-label={t('tools.imports.value_means', { value: from })}
        placeholder={t('tools.imports.as_it_is')}
        choices={choices}
        value={mapping.values?.[from]}
        onChange={(to) => set(from, to)}
        isClearable
      />
    </Group>
  ))
}
