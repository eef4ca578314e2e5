import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import type { Change } from '#core/resources/kinds/listKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { listText } from '#web/resources/kinds/listText.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import styles from './ChangeList.module.css'
import { RowChanges } from './RowChanges.tsx'
import { useFieldLabel } from './useFieldLabel.ts'

interface ChangeListProps {
  resource: Resource | undefined
  changes: readonly Change[]
  /** The current record, if known. */
  record?: AnyRecord
  /** Long values stay abbreviated: the whole list of changes is elsewhere. */
  staysShort?: boolean
  /** Loads the missing rest of long values. */
  onShowAll?: () => void
}

/** Old and new value field by field, as on the record's screen. Long values are abbreviated. */
export function ChangeList({
  resource: kind,
  changes,
  record = {},
  staysShort = false,
  onShowAll,
}: ChangeListProps) {
  const { t } = useTranslation()
  const resource = useResourceWithUserFields(kind)
  const [isWhole, setIsWhole] = useState(false)
  const isClosed = !staysShort && !isWhole && changes.some(isLong)
  return (
    <Stack gap={2} mt={4} align="start">
      {changes.map((change) => (
        <ChangeLine key={change.field} {...{ resource, change, record, isWhole }} />
      ))}
      {isClosed && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => {
            setIsWhole(true)
            onShowAll?.()
          }}
        >
          {t('resources.widget.all')}
        </Anchor>
      )}
    </Stack>
  )
}

/** Values with more characters are abbreviated. */
const MAX_LENGTH = 300

function isLong({ before, after, is_cut }: Change): boolean {
  return is_cut || [before, after].some((value) => typeof value === 'string' && value.length > MAX_LENGTH)
}

/** The text of rich text without tags, the last of which may be truncated. */
function plainTextOf(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

interface LineProps {
  resource: Resource | undefined
  change: Change
  record: AnyRecord
  isWhole: boolean
}

function ChangeLine({ resource, change, record, isWhole }: LineProps) {
  const { t } = useTranslation()
  const { field, before, after, before_title, after_title } = change
  const label = useFieldLabel(resource)(field)
  if (field === 'details' && resource?.details)
    return <RowChanges {...{ before, after, record, label }} resource={resource.details} />
  const isCut = !isWhole || change.is_cut === true
  const length = isLong(change) ? (isCut ? 'beginning' : 'whole') : undefined
  const side = { resource, field, record, length } as const
  return (
    <Group gap={6} fz="xs" style={{ overflowWrap: 'anywhere' }}>
      <Text span inherit c="dimmed">
        {label}
      </Text>
      {!isEmpty(before) && (
        <>
          <Side {...side} value={before} title={before_title} />
          <IconArrowRight size={12} aria-label={t('resources.became')} />
        </>
      )}
      <Side {...side} value={after} title={after_title} />
    </Group>
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === undefined
}

interface SideProps {
  resource: Resource | undefined
  field: string
  record: AnyRecord
  value: unknown
  title: string | undefined
  /** How much of a long value is shown. */
  length: 'beginning' | 'whole' | undefined
}

function Side({ resource, field, record, value, title, length }: SideProps) {
  const { t, i18n } = useTranslation()
  if (isEmpty(value)) return <span>{t('resources.empty')}</span>
  if (title) return <span>{title}</span>
  const known = resource?.fields[field]
  if (length && typeof value === 'string') {
    const text = formatOf(known) === 'rich_text' ? plainTextOf(value) : value
    return (
      <span dir="auto" className={styles.long}>
        {length === 'whole' || value.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`}
      </span>
    )
  }
  if (resource && known) {
    const { Change } = webKindOf(known)
    if (Change) return <Change value={value} />
    return <FieldText resource={resource} name={field} record={{ ...record, [field]: value }} />
  }
  const choice = `records.login_attempts.choices.${field}.${value}`
  return <span>{i18n.exists(choice) ? t(choice) : listText(value)}</span>
}
