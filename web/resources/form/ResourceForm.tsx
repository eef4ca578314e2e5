import { Alert, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { Fragment, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isFinal } from '#core/resources/statuses.ts'
import { USER_SECTION } from '#core/resources/userFields.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { targetOf } from '#web/resources/targetOf.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { HiddenFieldErrors } from './HiddenFieldErrors.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { RecordInput } from './RecordInput.tsx'
import styles from './ResourceForm.module.css'
import { SaveBar } from './SaveBar.tsx'
import { useResourceForm } from './useResourceForm.ts'

/** Sections that are called alike in every form. */
const COMMON_SECTIONS = ['details', USER_SECTION]

interface ResourceFormProps {
  resource: Resource
  record: AnyRecord | null
  /** What a new record begins with, beside the standards of its definition. */
  given?: AnyRecord
  onSaved: (record: AnyRecord) => void
  /** The form goes with the tab it stands in. */
  isWithinScreen?: boolean
  /** What the kind of record has inside its form, and why it cannot be changed now. */
  kind?: Pick<RecordKind, 'Inside' | 'inputs' | 'lockOf' | 'readOnly'>
  /** It shows only some of the fields: those that an installation adds stand in another form. */
  isPart?: boolean
  /** Headings of sections that the texts know nothing of. */
  headings?: Readonly<Record<string, string>>
}

/** The form of any kind of record. It checks by the rules of the server, and shows what the server still refuses. */
export function ResourceForm({
  resource: standard,
  record,
  given,
  onSaved,
  isWithinScreen,
  kind,
  isPart,
  headings,
}: ResourceFormProps) {
  const all = useResourceWithUserFields(standard)
  const resource = isPart ? standard : all
  const { t } = useTranslation()
  const state = useResourceForm(resource, record, onSaved, { given, isPart })
  const { form, sections, conflict } = state
  const lock = record ? (kind?.lockOf?.(record) ?? lockOfFinal(resource, record)) : undefined
  const mayChange = state.mayChange && lock === undefined
  const Inside = kind?.Inside
  useHotkeys([['mod+S', state.submit]], [])
  return (
    <form
      noValidate
      aria-label={t(`records.${resource.name}.single`)}
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <LeaveGuard
        isDirty={form.isDirty}
        isSaved={state.isSaved}
        isWithinScreen={isWithinScreen}
        onLeave={state.forgetDraft}
      />
      <DraftNotice resource={resource} offer={mayChange ? state.draft : null} />
      <Stack gap="md" maw={Inside ? 960 : 680}>
        {lock && (
          <Alert color="mild" icon={<IconLock size={18} aria-hidden />}>
            {t(lock)}
          </Alert>
        )}
        {sections.map(({ section, fields }, index) => (
          <Fragment key={section}>
            <Paper
              p="md"
              className={styles.section}
              component="section"
              aria-labelledby={`section-${section}`}
            >
              <Title order={2} id={`section-${section}`} mb="sm">
                {headings?.[section] ??
                  t(
                    COMMON_SECTIONS.includes(section)
                      ? `resources.${section}`
                      : `records.${resource.name}.sections.${section}`,
                  )}
              </Title>
              <div className={styles.fields}>
                {fields.map((name) => {
                  const Own = kind?.inputs?.[name]
                  const shared = {
                    name,
                    form,
                    isReadOnly: !mayChange || kind?.readOnly?.includes(name) === true,
                  }
                  return (
                    <div key={name} className={isWhole(resource.fields[name]) ? styles.whole : styles.field}>
                      {Own ? (
                        <Suspense fallback={<Skeleton h={60} />}>
                          <Own {...shared} />
                        </Suspense>
                      ) : (
                        <RecordInput {...shared} resource={resource} to={targetOf(resource.fields[name])} />
                      )}
                    </div>
                  )
                })}
              </div>
            </Paper>
            {index === 0 && Inside && (
              <Suspense fallback={<Skeleton h={160} />}>
                <Inside form={form} record={record} isReadOnly={!mayChange} />
              </Suspense>
            )}
          </Fragment>
        ))}
        <HiddenFieldErrors {...{ resource, form }} shown={state.shown} />
        {mayChange && (
          <SaveBar
            isDirty={form.isDirty}
            isSaving={state.isSaving}
            isNew={record === null}
            onDiscard={state.discard}
          />
        )}
      </Stack>
      {conflict && <ConflictDialog resource={resource} {...conflict} />}
    </form>
  )
}

/** Fields that need the whole width: what holds more than one line. */
function isWhole(field: Field | undefined): boolean {
  return field !== undefined && (webKindOf(field).isWide?.(field) ?? false)
}

/** A record in a final status stays as it is. */
function lockOfFinal({ statuses }: Resource, record: AnyRecord): string | undefined {
  return statuses && isFinal(statuses, record[statuses.field]) ? statuses.over : undefined
}
