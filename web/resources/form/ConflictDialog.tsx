import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { isNumeric } from '#core/resources/fields/isNumeric.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { targetOf } from '#web/resources/targetOf.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { FormValues } from './issuesIn.ts'

type Side = 'mine' | 'theirs'
/** Which value to keep for each field that differs. */
export type Choices = Readonly<Record<string, Side>>

export interface Conflict {
  names: readonly string[]
  /** The initial values: unchanged fields take the other user's values. */
  first: FormValues
  mine: FormValues
  theirs: AnyRecord
  onChoose: (choices: Choices) => void
  onClose: () => void
}

/** A conflict: both values side by side, chosen field by field; nothing is lost. */
export function ConflictDialog({ resource, ...conflict }: { resource: Resource } & Conflict) {
  const { first, mine, onChoose, onClose } = conflict
  const { t } = useTranslation()
  const differing = differingFields(resource, conflict)
  const [chosen, setChosen] = useState<Choices>({})
  const sideOf = (name: string): Side =>
    chosen[name] ?? (isSame(resource, name, mine[name], first[name]) ? 'theirs' : 'mine')
  const all = (side: Side) => Object.fromEntries(differing.map((name) => [name, side]))
  return (
    <Dialog onClose={onClose} title={t('resources.conflict')} size="lg">
      <Stack>
        <Text size="sm">{t('resources.conflict_why')}</Text>
        <Differences
          {...{ resource, conflict, differing, sideOf }}
          onChoose={(name, side) => setChosen({ ...chosen, [name]: side })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onChoose(all('theirs'))}>
            {t('resources.conflict_take_theirs')}
          </Button>
          <Button
            data-autofocus
            onClick={() => onChoose(Object.fromEntries(differing.map((name) => [name, sideOf(name)])))}
          >
            {t('resources.conflict_save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function differingFields(resource: Resource, { names, first, mine, theirs }: Conflict) {
  return names.filter((name) =>
    // Rows are compared as a whole, and only if they were changed.
    name === 'details' ? mine[name] !== first[name] : !isSame(resource, name, mine[name], theirs[name]),
  )
}

interface DifferencesProps {
  resource: Resource
  conflict: Conflict
  differing: readonly string[]
  sideOf: (name: string) => Side
  onChoose: (name: string, side: Side) => void
}

function Differences({ resource, differing, conflict, sideOf, onChoose }: DifferencesProps) {
  const { t } = useTranslation()
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('resources.field')}</Table.Th>
          <Table.Th>{t('resources.conflict_mine')}</Table.Th>
          <Table.Th>{t('resources.conflict_theirs')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differing.map((name) => (
          <DifferenceRow
            key={name}
            {...{ resource, name, conflict }}
            side={sideOf(name)}
            onChoose={(side) => onChoose(name, side)}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface DifferenceRowProps {
  resource: Resource
  name: string
  conflict: Conflict
  side: Side
  onChoose: (side: Side) => void
}

function DifferenceRow({
  resource,
  name,
  conflict: { mine, theirs },
  side: chosen,
  onChoose,
}: DifferenceRowProps) {
  const { t } = useTranslation()
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {name === 'details' && resource.details
          ? t(`records.${resource.details.name}.label`)
          : t(`records.${resource.name}.fields.${name}`)}
      </Table.Th>
      {(['mine', 'theirs'] as const).map((side) => (
        <Table.Td key={side}>
          <Radio
            name={`conflict-${name}`}
            checked={chosen === side}
            onChange={() => onChoose(side)}
            label={<Value {...{ resource, name }} record={side === 'mine' ? mine : theirs} />}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

/** 12.5 and 12.500000 are the same figure. */
function isSame(resource: Resource, name: string, one: unknown, other: unknown): boolean {
  if (name === 'details') return one === other
  const areBothSet = one !== null && one !== '' && other !== null && other !== ''
  return isNumeric(resource.fields[name]) && areBothSet
    ? Number(one) === Number(other)
    : String(one ?? '') === String(other ?? '')
}

function Value({ resource, name, record }: { resource: Resource; name: string; record: FormValues }) {
  const { t } = useTranslation()
  const value = record[name]
  const target = targetOf(resource.fields[name])
  if (value === null || value === undefined || value === '') return <>{t('resources.empty')}</>
  if (target) return <ReferenceTitle target={target} id={String(value)} />
  if (Array.isArray(value)) return <>{t('resources.rows_in_it', { count: value.length })}</>
  return <FieldText {...{ resource, name, record }} />
}

/** The name of a record of which only the id is known. */
function ReferenceTitle({ target, id }: { target: Resource; id: string }) {
  const { data } = useChoices(target, true, [id])
  return <span>{data.find(({ value }) => value === id)?.label ?? id}</span>
}
