import type { ReactNode } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { PlainCell } from '#web/resources/kinds/PlainCell.tsx'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import styles from './FieldValues.module.css'
import { isAmongValues, pageValueOf } from './pageValueOf.tsx'

interface FieldValuesProps {
  resource: Resource
  names: readonly string[]
  record: AnyRecord
  /** In one line, above the tabs of a record. */
  isLine?: boolean
  /** Further values, after the fields. */
  children?: ReactNode
}

/** The values of a record: each field with label, unit and links. */
export function FieldValues({ resource, names, record, isLine, children }: FieldValuesProps) {
  const { t } = useTranslation()
  return (
    <dl className={isLine ? styles.line : styles.values}>
      {names
        .filter((name) => resource.fields[name] && isAmongValues(resource.fields[name]))
        .map((name) => (
          <div
            key={name}
            className={
              webKindOf(fieldOf(resource, name)).isWide?.(fieldOf(resource, name)) ? styles.wide : undefined
            }
          >
            <dt>{t(`records.${resource.name}.fields.${name}`)}</dt>
            <dd>
              <FieldValue {...{ resource, name, record }} />
            </dd>
          </div>
        ))}
      {children}
    </dl>
  )
}

/** A field's value on a record's page; a dash if unknown. */
function FieldValue({ resource, name, record }: { resource: Resource; name: string; record: AnyRecord }) {
  const { t } = useTranslation()
  const field = fieldOf(resource, name)
  if (!isKnown(resource, name, record)) {
    return (
      <span className={styles.nothing} role="img" aria-label={t('resources.empty')}>
        –
      </span>
    )
  }
  const value = record[name]
  const { Cell } = webKindOf(field)
  const Value = pageValueOf(field)
  // Lists truncate a text; here it is whole, with its line breaks.
  if (!Value && Cell === PlainCell) return <bdi className={styles.text}>{String(value)}</bdi>
  const Shown = Value ?? Cell
  return <Shown {...{ resource, name, field, record, value }} />
}

/** Units in which 0 means that there is none, unlike in °C or %. */
const UNITS_OF_AMOUNTS: readonly (string | undefined)[] = ['L', 'gal', 'kg', 'lb']

/** Whether a value is informative: it is known, and not a default figure or flag, an amount of nothing or a coordinate. */
export function isWorthReading(resource: Resource, name: string, record: AnyRecord): boolean {
  const field = resource.fields[name]
  if (!field || !isAmongValues(field) || !isKnown(resource, name, record)) return false
  if (/(^|_)(latitude|longitude)$/.test(name)) return false
  if (isOrdinaryFlag(resource, name, record)) return false
  const isOfNothing =
    (field.kind === 'integer' || field.kind === 'decimal') && UNITS_OF_AMOUNTS.includes(field.unit)
  if (isOfNothing && Number(record[name]) === 0) return false
  const isAmount = field.kind === 'money' || field.kind === 'decimal'
  return !(isAmount && field.default !== undefined && Number(record[name]) === Number(field.default))
}

/** Whether a flag has its default value: a device that is active, a tank that is not underground. */
export function isOrdinaryFlag({ fields }: Resource, name: string, record: AnyRecord): boolean {
  const field = fields[name]
  return field?.kind === 'flag' && Number(record[name]) === Number(field.default ?? 0)
}

/** Whether a record has a value; a reference may have a title only. */
export function isKnown({ fields }: Resource, name: string, record: AnyRecord): boolean {
  const known = isReference(fields[name]) ? (record[titleKey(name)] ?? record[name]) : record[name]
  return known != null && known !== '' && !(Array.isArray(known) && known.length === 0)
}
