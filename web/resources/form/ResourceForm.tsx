import { Box, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { USER_SECTION } from '#core/resources/fields/userFields.ts'
import { loadAllTexts } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordKind } from '#web/resources/kind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { isBehindDialog } from '#web/ui/isBehindDialog.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { EditButton } from './EditButton.tsx'
import styles from './FieldGrid.module.css'
import { FormSection } from './FormSection.tsx'
import { HiddenFieldErrors } from './HiddenFieldErrors.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SaveBar } from './SaveBar.tsx'
import { MakingRecords, type RequestedRecord } from './selects/makingRecords.ts'
import { type FormKind, useFormParts } from './useFormParts.ts'
import type { RecordForm } from './useRecordForm.ts'
import { useResourceForm } from './useResourceForm.ts'

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx').then((m) => ({ default: m.ConflictDialog })))

/** Sections with the same name in every form. */
const COMMON_SECTIONS = ['details', USER_SECTION]

interface ResourceFormProps {
  resource: Resource
  record: AnyRecord | null
  /** Initial values of a new record, in addition to the defaults of its definition. */
  preset?: AnyRecord
  onSaved: (record: AnyRecord) => void
  /** The address to which the user returns without a new record. */
  leavesTo?: string
  /** The form unmounts with its tab. */
  isWithinScreen?: boolean
  /** How the kind of record extends its form, and why it cannot be changed now. */
  kind?: FormKind
  /** It shows only some of the fields: user-defined fields are in another form. */
  isPart?: boolean
  /** Headings of sections that have no text of their own. */
  headings?: Readonly<Record<string, string>>
  /** It is in a dialog above another form: closing the dialog leaves it, and its input is offered again. */
  isInDialog?: boolean
}

/**
 * A form for a new record of any kind; or a saved one to read, whose parts are edited in place. It checks by the rules of the
 * server, and shows the server's refusals.
 */
export function ResourceForm(props: ResourceFormProps) {
  const { resource: standard, record, preset, onSaved, isWithinScreen, kind, isPart, isInDialog } = props
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
    { preset, isPart },
  )
  const { form, conflict } = state
  const parts = useFormParts({ resource, record, kind, isPart }, state)
  const place = useFormKeys(state.submit, () => parts.mayChange && parts.editAll())
  return (
    <WithNewRecords>
      <Form
        ref={place}
        noValidate
        aria-label={t(`records.${resource.name}.single`)}
        onSubmit={state.submit}
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
        <DraftNotice resource={resource} offer={parts.mayChange ? state.draft : null} />
        <Stack gap="md">
          {parts.lock && (
            <Group gap="xs" wrap="nowrap" c="dimmed" fz="sm">
              <IconLock size={18} aria-hidden style={{ flex: 'none' }} />
              {t(parts.lock)}
            </Group>
          )}
          <Sections {...props} {...{ resource, form, parts }} />
          {parts.hasHidden && (
            <Button variant="subtle" style={{ alignSelf: 'start' }} onClick={parts.showAll}>
              {t('resources.more_fields')}
            </Button>
          )}
          <HiddenFieldErrors {...{ resource, form }} shown={state.shown} />
          {parts.isEditing && (
            <SaveBar
              isDirty={form.isDirty}
              isSaving={state.isSaving}
              isNew={record === null}
              leavesTo={props.leavesTo}
              onDiscard={() => {
                parts.close()
                state.discard()
              }}
            />
          )}
        </Stack>
        <Suspense>{conflict && <ConflictDialog resource={resource} {...conflict} />}</Suspense>
      </Form>
    </WithNewRecords>
  )
}

/**
 * The keys of a form, unless a dialog is above it.
 * @returns the reference for the form.
 */
function useFormKeys(submit: () => void, edit: () => void) {
  const place = useRef<HTMLFormElement>(null)
  const onTop = (act: () => void) => () => {
    if (!isBehindDialog(place.current)) act()
  }
  useHotkeys([['mod+S', onTop(submit)]], [])
  useHotkeys([['E', onTop(edit)]])
  return place
}

type SectionsProps = Pick<ResourceFormProps, 'resource' | 'record' | 'kind' | 'headings'> & {
  form: RecordForm
  parts: ReturnType<typeof useFormParts>
}

/**
 * The sections of a form, and what its kind of record adds, such as the lines of an order: first of a stored record, which is opened for
 * them, and after the first section of a new one.
 */
function Sections({ resource, record, kind, headings, form, parts }: SectionsProps) {
  const { t } = useTranslation()
  const { unread, readOnly, inside } = parts
  const Inside = kind?.Inside
  const editButton = (what: string) => <EditButton what={what} onEdit={() => parts.edit(inside.section)} />
  const titleOf = (section: string) =>
    headings?.[section] ??
    t(
      COMMON_SECTIONS.includes(section)
        ? `resources.${section}`
        : `records.${resource.name}.sections.${section}`,
    )
  const added = Inside && (
    <Suspense fallback={<Skeleton h={record ? '70vh' : 160} />}>
      <Inside
        form={form}
        record={record}
        isReadOnly={!parts.isOpen(inside)}
        editButton={parts.mayEditInside ? editButton : undefined}
      />
    </Suspense>
  )
  return (
    <div className={styles.parts}>
      {parts.sections.map((part, index) => (
        <Fragment key={part.section}>
          {index === 0 && record && added}
          <FormSection
            {...part}
            {...{ resource, form, record, unread, readOnly }}
            ReadAs={kind?.readAs?.[part.section]}
            inputs={kind?.inputs}
            title={titleOf(part.section)}
          />
          {index === 0 && !record && added}
        </Fragment>
      ))}
    </div>
  )
}

/** Lets inputs create the records that they refer to: the form opens above their own. */
export function WithNewRecords({ children }: { children: ReactNode }) {
  const [requested, setRequested] = useState<RequestedRecord | null>(null)
  const open = async (record: RequestedRecord) => {
    // The kind may be of a domain whose texts this screen does not have.
    await loadAllTexts().catch(() => {})
    setRequested(record)
  }
  return (
    <MakingRecords value={(one) => void open(one)}>
      {children}
      {requested && <NewRecordDialog {...requested} onClose={() => setRequested(null)} />}
    </MakingRecords>
  )
}

const WITHIN_DIALOG = {
  outline: 'none',
  '--app-shell-footer-offset': '0px',
  '--ullage-ground': 'var(--mantine-color-body)',
}

/** The form of a new record of another kind, above the form that needs it. */
function NewRecordDialog({ resource, preset, onMade, onClose }: RequestedRecord & { onClose: () => void }) {
  const { t } = useTranslation()
  const kind = useRecordKind(resource)
  return (
    <Dialog
      size="xl"
      onClose={onClose}
      title={t('resources.new', { single: t(`records.${resource.name}.single`).toLowerCase() })}
    >
      {/* The save bar is at the end of the dialog, not above the menu of a phone. */}
      <Box data-autofocus tabIndex={-1} style={WITHIN_DIALOG}>
        <ResourceForm
          resource={kind?.formOf?.(true) ?? resource}
          record={null}
          isInDialog
          {...{ preset, kind }}
          onSaved={(record) => {
            onMade(record)
            onClose()
          }}
        />
      </Box>
    </Dialog>
  )
}

/** Whether Escape was pressed in the form itself: not in an open list, and not in a dialog above the form. */
function isEscapeOf({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false
  return currentTarget.contains(target) && target.getAttribute('aria-expanded') !== 'true'
}
