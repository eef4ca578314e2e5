import { Group, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from './FieldText.tsx'
import type { ListLook } from './useListLook.ts'
import type { AnyRecord } from './useRecords.ts'

interface RecordCardsProps {
  resource: Resource
  rows: readonly AnyRecord[]
  look: ListLook
  addressOf: (id?: number) => string
}

/** The same rows where there is no room for columns. */
export function RecordCards({ resource, rows, look, addressOf }: RecordCardsProps) {
  const { t } = useTranslation()
  const [first, ...others] = look.columns
  return (
    <Stack gap="xs">
      {rows.map((record) => (
        <Paper
          key={String(record[resource.id])}
          component={Link}
          to={addressOf(Number(record[resource.id]))}
          p="sm"
          c="inherit"
          style={{ textDecoration: 'none' }}
        >
          <Text fw={600} component="div">
            <FieldText resource={resource} name={first!} record={record} />
          </Text>
          {others
            .filter((name) => isGiven(record[name]))
            .map((name) => (
              <Group key={name} gap="xs" justify="space-between" wrap="nowrap">
                <Text size="sm" c="dimmed">
                  {t(`records.${resource.name}.fields.${name}`)}
                </Text>
                <Text size="sm" ta="end" component="div">
                  <FieldText resource={resource} name={name} record={record} />
                </Text>
              </Group>
            ))}
        </Paper>
      ))}
    </Stack>
  )
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
