import { Text } from '@mantine/core'
import { fieldOf, type Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

interface RowChangesProps {
  /** The kind of the rows. */
  resource: Resource
  before: unknown
  after: unknown
  /** The record that has the rows, for its currency. */
  record: AnyRecord
  label: string
}

/** The rows of a record that a change removed, crossed out, and the rows that it added. */
export function RowChanges({ resource, before, after, record, label }: RowChangesProps) {
  const [old, now] = [rowsIn(before), rowsIn(after)]
  const shown = { resource, record }
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {onlyIn(old, now).map((row, index) => (
        <Text
          key={`${index} ${JSON.stringify(row)}`}
          size="xs"
          component="del"
          display="block"
          td="line-through"
          c="dimmed"
        >
          <RowText row={row} {...shown} />
        </Text>
      ))}
      {onlyIn(now, old).map((row, index) => (
        <Text key={`${index} ${JSON.stringify(row)}`} size="xs">
          <RowText row={row} {...shown} />
        </Text>
      ))}
    </div>
  )
}

function RowText({ resource, row, record }: { resource: Resource; row: AnyRecord; record: AnyRecord }) {
  const { t } = useTranslation()
  const names = resource.list
    // As entered, in the chosen unit.
    .flatMap((name) =>
      name === 'quantity_ordered' && row.quantity != null ? ['quantity', 'unit_id'] : [name],
    )
    .filter((name) => row[name] != null)
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {isReference(fieldOf(resource, name)) ? (
        <Referred {...{ resource, name, row }} />
      ) : (
        <>
          {t(`records.${resource.name}.fields.${name}`)}{' '}
          <FieldText {...{ resource, name }} record={{ ...record, ...row }} />
        </>
      )}
    </span>
  ))
}

/** The title of a referenced record: rows are recorded with its id only. */
function Referred({ resource, name, row }: { resource: Resource; name: string; row: AnyRecord }) {
  const field = fieldOf(resource, name)
  const target = resourceOf(isReference(field) ? field.to : '')
  const id = String(row[name])
  const { data } = useChoices(target, useMaySelect()(target, resource), [id])
  const title = data.find(({ value }) => value === id)?.label
  return <bdi>{title ?? '–'}</bdi>
}

const rowsIn = (value: unknown): AnyRecord[] => (Array.isArray(value) ? value : [])

function onlyIn(rows: readonly AnyRecord[], others: readonly AnyRecord[]): AnyRecord[] {
  const known = new Set(others.map((row) => JSON.stringify(row)))
  return rows.filter((row) => !known.has(JSON.stringify(row)))
}
