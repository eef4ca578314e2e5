import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from '#web/resources/FieldText.tsx'
import { targetOf } from '#web/resources/targetOf.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ReferenceTitle } from './ReferenceTitle.tsx'

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
  const differing = names.filter((name) => !isSame(resource, name, mine[name], theirs[name]))
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
                  <Value {...{ resource, name }} record={mine} />
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

/** 12.5 and 12.500000 are the same figure. */
function isSame(resource: Resource, name: string, one: unknown, other: unknown): boolean {
  const kind = resource.fields[name]?.kind
  const isFigure = kind === 'decimal' || kind === 'money' || kind === 'integer'
  const isGiven = one !== null && one !== '' && other !== null && other !== ''
  return isFigure && isGiven ? Number(one) === Number(other) : String(one ?? '') === String(other ?? '')
}

function Value({ resource, name, record }: { resource: Resource; name: string; record: AnyRecord }) {
  const { t } = useTranslation()
  const target = targetOf(resource.fields[name])
  const isEmpty = record[name] === null || record[name] === undefined || record[name] === ''
  if (isEmpty) return <Text c="dimmed">{t('resources.empty')}</Text>
  if (target) return <ReferenceTitle target={target} id={String(record[name])} />
  return <FieldText {...{ resource, name, record }} />
}
