import { ColorSwatch, Paper, Stack, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { columnOf, type ListColumn, type ListKind } from './listKind.ts'
import styles from './RecordCards.module.css'
import type { ListAppearance } from './useListAppearance.ts'

interface RecordCardsProps {
  resource: Resource
  rows: readonly AnyRecord[]
  kind: ListKind | undefined
  appearance: ListAppearance
  addressOf: (id?: number) => string
}

const PADDING = { px: 'sm', py: 'xs' } as const

/** The rows as cards, for narrow screens. */
export function RecordCards({ resource, kind, rows, appearance, addressOf }: RecordCardsProps) {
  return (
    <Stack gap="xs">
      {rows.map((record) => {
        const id = Number(record[resource.id])
        return kind?.Card ? (
          <OwnCard key={id} Card={kind.Card} record={record} address={addressOf(id)} />
        ) : (
          <Paper
            key={id}
            component={Link}
            to={addressOf(id)}
            {...PADDING}
            c="inherit"
            style={{ textDecoration: 'none' }}
          >
            <Lines {...{ resource, kind, record, appearance }} />
          </Paper>
        )
      })}
    </Stack>
  )
}

interface OwnCardProps {
  Card: NonNullable<ListKind['Card']>
  record: AnyRecord
  address: string
}

/** After a live update, only the cards of changed records render again. */
const OwnCard = memo(function OwnCard({ Card, record, address }: OwnCardProps) {
  return (
    <Paper {...PADDING} className={styles.card}>
      <Card record={record} address={address} />
    </Paper>
  )
})

type LinesProps = Pick<RecordCardsProps, 'resource' | 'kind' | 'appearance'> & { record: AnyRecord }

/** Title and status, with the record's color; below them the rest as text, with an amount at the end. */
function Lines({ resource, kind, record, appearance }: LinesProps) {
  const columns = appearance.columns.map((name) => columnOf(resource, kind, name))
  const { company_id } = useUser()
  // Users know their own company.
  const isOwn = (name: string) => name === 'company_id' && record[name] === company_id
  // Values of the default filter, such as active, need no label.
  const isUsual = (name: string) =>
    resource.fields[name]?.kind === 'flag' && record[name] === resource.filters[name]
  const shown = columns
    .slice(1)
    .filter(({ Cell, name }) => Cell || (hasValue(record[name]) && !isOwn(name) && !isUsual(name)))
  const { color, status, figure, rest, isAlone } = partsOf(resource, kind, shown)
  const cell = ({ Cell, name }: ListColumn) =>
    Cell ? <Cell record={record} /> : <FieldText resource={resource} name={name} record={record} />
  return (
    <>
      <div className={styles.line}>
        <Text fw={600} component="div" className={styles.cut}>
          {color && (
            <ColorSwatch className={styles.swatch} color={String(record[color.name])} size={14} aria-hidden />
          )}
          {cell(firstOf(columns))}
        </Text>
        {status && cell(status)}
      </div>
      {(rest.length > 0 || figure) && (
        <div className={styles.line}>
          <Text size="sm" c="dimmed" component="div" className={styles.rest}>
            {rest.map((column) => (
              <span key={column.name}>
                <WithHeading resource={resource} record={record} column={column} isAlone={isAlone(column)}>
                  {cell(column)}
                </WithHeading>
              </span>
            ))}
          </Text>
          {figure && (
            <Text size="sm" component="div" data-figures>
              {cell(figure)}
            </Text>
          )}
        </div>
      )}
    </>
  )
}

/** The columns after the first by their places. */
function partsOf(resource: Resource, kind: ListKind | undefined, shown: readonly ListColumn[]) {
  const color = shown.find(({ name }) => formatOf(resource.fields[name]) === 'color')
  const status = shown.find(({ name }) => name === resource.statuses?.field || kind?.columns?.[name]?.isState)
  const figure = shown.find(({ name }) => resource.fields[name]?.kind === 'money')
  const rest = shown.filter((column) => column !== status && column !== figure && column !== color)
  const times = rest.filter((column) => isTime(resource, column))
  const isAlone = (column: ListColumn) => times.length === 1 && times[0] === column
  return { color, status, figure, rest, isAlone }
}

interface WithHeadingProps {
  resource: Resource
  record: AnyRecord
  column: ListColumn
  /** It is the only time shown. */
  isAlone: boolean
  children: ReactNode
}

/** Without a column heading a tick is meaningless, and a row of badges would outweigh the title. */
function WithHeading({ resource, record, column, isAlone, children }: WithHeadingProps) {
  const { name, text, Cell, isNumeric } = column
  const { t } = useTranslation()
  const kind = Cell ? undefined : resource.fields[name]?.kind
  if (kind === 'flag') return record[name] === 1 ? t(text) : t('resources.not', { what: t(text) })
  if (kind === 'choice')
    return t(`records.${resource.name}.choices.${name}.${record[name]}`, String(record[name]))
  // A bare number or a share needs its name, and two times must be distinguishable.
  const isBare = Cell ? isNumeric : isBareNumber(resource.fields[name])
  if (isBare || (isTime(resource, column) && !isAlone))
    return (
      <>
        {t(text)}: {children}
      </>
    )
  return children
}

function isBareNumber(field: Field | undefined): boolean {
  return (field?.kind === 'integer' || field?.kind === 'decimal') && (!field.unit || field.unit === '%')
}

function isTime(resource: Resource, { name, Cell }: ListColumn): boolean {
  const kind = Cell ? undefined : resource.fields[name]?.kind
  return kind === 'instant' || kind === 'date'
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
