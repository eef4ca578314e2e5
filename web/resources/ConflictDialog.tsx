import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from './FieldText.tsx'
import type { AnyRecord } from './useRecords.ts'

interface ConflictDialogProps {
  resource: Resource
  names: readonly string[]
  mine: AnyRecord
  theirs: AnyRecord
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Two people have changed the same record: both values side by side, and nothing is lost until one chooses. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, names, mine, theirs, onKeepMine, onTakeTheirs, onClose } = props
  const { t } = useTranslation()
  const differing = names.filter((name) => String(mine[name] ?? '') !== String(theirs[name] ?? ''))
  return (
    <Modal opened onClose={onClose} title={t('resources.conflict')} size="lg">
      <Stack>
        <Text size="sm">{t('resources.conflict_why')}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th>{t('resources.conflict_mine')}</Table.Th>
              <Table.Th>{t('resources.conflict_theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{t(`records.${resource.name}.fields.${name}`)}</Table.Th>
                <Table.Td>
                  {isReference(resource, name) ? (
                    String(mine[name])
                  ) : (
                    <Value {...{ resource, name }} record={mine} />
                  )}
                </Table.Td>
                <Table.Td>
                  <Value {...{ resource, name }} record={theirs} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onTakeTheirs}>
            {t('resources.conflict_take_theirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('resources.conflict_keep_mine')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function isReference(resource: Resource, name: string): boolean {
  return resource.fields[name]?.kind === 'reference'
}

function Value({ resource, name, record }: { resource: Resource; name: string; record: AnyRecord }) {
  const { t } = useTranslation()
  const isEmpty = record[name] === null || record[name] === undefined || record[name] === ''
  return isEmpty ? (
    <Text c="dimmed">{t('resources.empty')}</Text>
  ) : (
    <FieldText {...{ resource, name, record }} />
  )
}
