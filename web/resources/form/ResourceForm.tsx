import { Alert, Box, Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { isFinal } from '#core/resources/statuses.ts'
import { USER_SECTION } from '#core/resources/userFields.ts'
import { kindViewOf } from '#web/resources/kind.ts'
import { useFacts } from '#web/resources/record/RecordFacts.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { isBehindDialog } from '#web/ui/isBehindDialog.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { EditButton } from './EditButton.tsx'
import { FormSection } from './FormSection.tsx'
import { HiddenFieldErrors } from './HiddenFieldErrors.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MakingRecords, type WantedRecord } from './makingRecords.ts'
import { SaveBar } from './SaveBar.tsx'
import { type FormPart, useOpenSections } from './useOpenSections.ts'
import { useResourceForm } from './useResourceForm.ts'

/** Sections that are called alike in every form. */
const COMMON_SECTIONS = ['details', USER_SECTION]

/** The part that a kind of record has beside its fields, such as the lines of an order. */
const INSIDE = 'inside'

interface ResourceFormProps {
  resource: Resource
  record: AnyRecord | null
  /** What a new record begins with, beside the standards of its definition. */
  given?: AnyRecord
  onSaved: (record: AnyRecord) => void
  /** The form goes with the tab it stands in. */
  isWithinScreen?: boolean
  /** What the kind of record has inside its form, and why it cannot be changed now. */
  kind?: Pick<RecordKind, 'Inside' | 'facts' | 'inputs' | 'lockOf' | 'openOf' | 'readOnly' | 'seldom'>
  /** It shows only some of the fields: those that an installation adds stand in another form. */
  isPart?: boolean
  /** Headings of sections that the texts know nothing of. */
  headings?: Readonly<Record<string, string>>
  /** It stands in a dialog above another form: one leaves it by closing that, and finds what was typed again. */
  isInDialog?: boolean
}

/**
 * A new record of any kind, to be filled in; or a saved one to be read, whose parts are edited each in its place. It
 * checks by the rules of the server, and shows what the server still refuses.
 */
export function ResourceForm({
  resource: standard,
  record,
  given,
  onSaved,
  isWithinScreen,
  kind,
  isPart,
  headings,
  isInDialog,
}: ResourceFormProps) {
  const whole = useResourceWithUserFields(standard)
  const resource = isPart ? standard : whole
  const { t } = useTranslation()
  const state = useResourceForm(
    resource,
    record,
    (saved) => {
      parts.close()
      onSaved(saved)
    },
    { given, isPart },
  )
  const { form, sections, conflict } = state
  const lock = record ? (kind?.lockOf?.(record) ?? lockOfFinal(resource, record)) : undefined
  const opened = record && lock ? kind?.openOf?.(record) : undefined
  const isFixed = (name: string) =>
    lock !== undefined &&
    !(opened && (opened.includes(name) || resource.fields[name]?.isUserDefined === true))
  const [showsAll, setShowsAll] = useState(false)
  const isHidden = (name: string) =>
    record === null && !showsAll && kind?.seldom?.includes(name) === true && !(name in form.errors)
  const hidden = sections.flatMap(({ fields }) => fields.filter(isHidden)).length
  const readAbove = useFacts(resource, isPart ? null : record, kind?.facts)
  const Inside = kind?.Inside
  const inside = { section: INSIDE, fields: state.shown.filter((name) => !isIn(sections, name)) }
  const all = Inside ? [...sections, inside] : sections
  const parts = useOpenSections(form, all, record === null)
  const mayEdit = ({ fields }: FormPart) => state.mayChange && !(lock && fields.every(isFixed))
  const mayChange = all.some(mayEdit)
  const isOpen = (part: FormPart) => mayEdit(part) && parts.open.has(part.section)
  const isEditing = all.some(isOpen)
  const readOnly = lock ? state.shown.filter(isFixed) : []
  const place = useRef<HTMLFormElement>(null)
  const onTop = (act: () => void) => () => {
    if (!isBehindDialog(place.current)) act()
  }
  useHotkeys([['mod+S', onTop(state.submit)]], [])
  useHotkeys([['E', onTop(() => mayChange && parts.editAll())]])
  const titleOf = (section: string) =>
    headings?.[section] ??
    t(
      COMMON_SECTIONS.includes(section)
        ? `resources.${section}`
        : `records.${resource.name}.sections.${section}`,
    )
  return (
    <WithNewRecords>
      <form
        ref={place}
        noValidate
        aria-label={t(`records.${resource.name}.single`)}
        onSubmit={(event) => {
          event.preventDefault()
          state.submit()
        }}
        onKeyDown={(event) => {
          if (record && !form.isDirty && isEscapeOf(event)) parts.close()
        }}
      >
        {!isInDialog && (
          <LeaveGuard
            isDirty={form.isDirty}
            isSaved={state.isSaved}
            isWithinScreen={isWithinScreen}
            onLeave={state.forgetDraft}
          />
        )}
        <DraftNotice resource={resource} offer={mayChange ? state.draft : null} />
        <Stack gap="md">
          {lock && (
            <Alert color="mild" icon={<IconLock size={18} aria-hidden />}>
              {t(lock)}
            </Alert>
          )}
          {sections.map((part, index) => (
            <Fragment key={part.section}>
              <FormSection
                {...part}
                fields={part.fields.filter((name) => !isHidden(name))}
                {...{ resource, form, record, readAbove }}
                inputs={kind?.inputs}
                readOnly={[...readOnly, ...(kind?.readOnly ?? [])]}
                title={titleOf(part.section)}
                isOpen={isOpen(part)}
                onEdit={mayEdit(part) ? () => parts.edit(part.section) : undefined}
              />
              {index === 0 && Inside && (
                <Suspense fallback={<Skeleton h={160} />}>
                  <Inside
                    form={form}
                    record={record}
                    isReadOnly={!isOpen(inside)}
                    editButton={
                      mayEdit(inside) && !isOpen(inside)
                        ? (what) => <EditButton what={what} onEdit={() => parts.edit(INSIDE)} />
                        : undefined
                    }
                  />
                </Suspense>
              )}
            </Fragment>
          ))}
          {hidden > 0 && (
            <Button variant="subtle" style={{ alignSelf: 'start' }} onClick={() => setShowsAll(true)}>
              {t('resources.more_fields', { count: hidden })}
            </Button>
          )}
          <HiddenFieldErrors {...{ resource, form }} shown={state.shown} />
          {isEditing && (
            <SaveBar
              isDirty={form.isDirty}
              isSaving={state.isSaving}
              isNew={record === null}
              onDiscard={() => {
                parts.close()
                state.discard()
              }}
            />
          )}
        </Stack>
        {conflict && <ConflictDialog resource={resource} {...conflict} />}
      </form>
    </WithNewRecords>
  )
}

/** Inputs within can offer to make what they ask for: its form opens above the one they stand in. */
export function WithNewRecords({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedRecord | null>(null)
  return (
    <MakingRecords value={setWanted}>
      {children}
      {wanted && <NewRecordDialog {...wanted} onClose={() => setWanted(null)} />}
    </MakingRecords>
  )
}

const WITHIN_DIALOG = {
  outline: 'none',
  '--app-shell-footer-offset': '0px',
  '--ullage-ground': 'var(--mantine-color-body)',
}

/** The form for a new record of another kind, above the one that asks for it. */
function NewRecordDialog({ resource, given, onMade, onClose }: WantedRecord & { onClose: () => void }) {
  const { t } = useTranslation()
  const kind = kindViewOf(resource).record
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('resources.new', { single: t(`records.${resource.name}.single`).toLowerCase() })}
      closeButtonProps={{ 'aria-label': t('resources.close') }}
    >
      {/* The bar that saves lies at the dialog's own end, not above the menu of a phone. */}
      <Box data-autofocus tabIndex={-1} style={WITHIN_DIALOG}>
        <ResourceForm
          resource={kind?.asNew ?? resource}
          record={null}
          isInDialog
          {...{ given, kind }}
          onSaved={(record) => {
            onMade(record)
            onClose()
          }}
        />
      </Box>
    </Modal>
  )
}

/** Escape in the form itself: not in a list that it closes, and not in a dialog that lies over the form. */
function isEscapeOf({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false
  return currentTarget.contains(target) && target.getAttribute('aria-expanded') !== 'true'
}

function isIn(sections: readonly { fields: readonly string[] }[], name: string): boolean {
  return sections.some(({ fields }) => fields.includes(name))
}

/** A record in a final status stays as it is. */
function lockOfFinal({ statuses }: Resource, record: AnyRecord): string | undefined {
  return statuses && isFinal(statuses, record[statuses.field]) ? statuses.over : undefined
}
