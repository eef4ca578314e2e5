import { Anchor, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import type { ChoicesField, ReferencesField } from '#core/resources/kinds/listKinds.ts'
import type { ReferenceField } from '#core/resources/kinds/plainKinds.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import type { TextField } from '#core/resources/kinds/textKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { CellProps } from '#web/resources/kinds/webKind.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { targetOf } from '#web/resources/targetOf.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { LinkValue } from './LinkValue.tsx'

const PhoneLink = lazyPart(async () => (await import('./PhoneLink.tsx')).PhoneLink)
const ZoneText = lazyPart(async () => (await import('./ZoneText.tsx')).ZoneText)
const RichText = lazy(() => import('./RichText.tsx').then((m) => ({ default: m.RichText })))

type Value<F extends Field> = { value(props: CellProps<F>): ReactNode }['value']

/**
 * Values of fields for a record's page, with more room or links than in a list. Separate from the rest of the kinds because
 * lists and the dashboard do not need them.
 */
const fieldValues: { [K in FieldKind]?: Value<FieldsByKind[K]> } = {
  phone: ({ value }) => (
    <Suspense fallback={String(value)}>
      <PhoneLink number={String(value)} />
    </Suspense>
  ),
  flag: ChangeText,
  date_passed: ChangeText,
  instant: ChangeText,
  name_list: ChangeText,
  choices: ChoicesValue,
  reference: ReferenceValue,
  references: ReferencesValue,
}

/** The values for the formats of a text. */
const formatValues: { [K in TextFormat]?: Value<TextField> } = {
  email: ({ value }) => <LinkValue to={`mailto:${value}`} text={String(value)} />,
  url: ({ value }) => <LinkValue to={String(value)} text={String(value)} isElsewhere />,
  rich_text: ({ value }) => (
    <Suspense>
      <RichText html={String(value)} />
    </Suspense>
  ),
  time_zone: ({ value }) => (
    <Suspense fallback={String(value)}>
      <ZoneText zone={String(value)} />
    </Suspense>
  ),
}

/** Kinds that a record's page shows outside its fields, or never. */
const ELSEWHERE: readonly FieldKind[] = ['image', 'secret', 'rows']

export function isAmongValues(field: Field): boolean {
  const isKey = field.kind === 'integer' && field.isKey
  return !isKey && !ELSEWHERE.includes(field.kind)
}

/** The value of a field on a record's page; undefined if it is the same as in lists. */
export function pageValueOf(field: Field): Value<Field> | undefined {
  const format = formatOf(field)
  return format ? formatValues[format] : fieldValues[field.kind]
}

/** As in the history of a record. */
function ChangeText({ field, value }: CellProps<Field>) {
  return webKindOf(field).Change?.({ value })
}

function ChoicesValue({ resource, name, value }: CellProps<ChoicesField>) {
  const { t } = useTranslation()
  const chosen = Array.isArray(value) ? value : []
  const wordOf = (one: unknown) => t(`records.${resource.name}.choices.${name}.${one}`, String(one))
  return <span>{chosen.map(wordOf).join(', ')}</span>
}

/** A link to the record if it has a screen that this user may open. */
function ReferenceValue({ name, field, record, value }: CellProps<ReferenceField>) {
  const address = useRecordAddress()(field.to, Number(value))
  const referred = nameOfReference(record, name)
  const title = <bdi>{referred?.name ?? ''}</bdi>
  return (
    <>
      {address && value != null ? (
        <Anchor inherit component={Link} to={address}>
          {title}
        </Anchor>
      ) : (
        title
      )}
      {referred?.code && (
        <Text span display="block" size="xs" c="dimmed">
          <bdi>{referred.code}</bdi>
        </Text>
      )}
    </>
  )
}

function ReferencesValue({ resource, field, value }: CellProps<ReferencesField>) {
  const to = targetOf(field)
  const ids = Array.isArray(value) ? value.map(String) : []
  return to ? <Titles {...{ to, resource, ids }} /> : null
}

/** Records by name, as in their input. */
function Titles({ to, resource, ids }: { to: Resource; resource: Resource; ids: readonly string[] }) {
  const { data } = useChoices(to, useMaySelect()(to, resource), ids)
  return <bdi>{ids.map((id) => data.find((item) => item.value === id)?.label ?? id).join(', ')}</bdi>
}
