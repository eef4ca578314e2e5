import { Button, Group, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { countryOfIso, HOME_COUNTRY } from '#core/platform/countries.ts'
import { parsePhone } from '#core/platform/phone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ConflictDialog } from '#web/resources/form/ConflictDialog.tsx'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { useSaving } from '#web/resources/form/useSaving.ts'
import { type AnyRecord, recordIn } from '#web/resources/recordIn.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ContactField } from './ContactField.tsx'
import type { ContactScope, ContactType } from './contactTypes.ts'
import { useSaveContact } from './useContacts.ts'

interface ContactDialogProps {
  sort: ContactType
  owner: string
  /** Null for a new one. */
  contact: AnyRecord | null
  scope: ContactScope | undefined
  /** It becomes the only one, and so the primary one. */
  isFirst: boolean
  onClose: () => void
}

/** The form of a phone, e-mail or address, of any owner. */
export function ContactDialog({ sort, owner, contact, scope, isFirst, onClose }: ContactDialogProps) {
  const { t } = useTranslation()
  const { resource, segment } = sort
  const isReadOnly = contact !== null && scope !== undefined && !scope.includes('update')
  const names = sort.names.filter((name) => name !== 'prime' || !isFirst)
  const form = useRecordForm(resource, contact ? shownValues(sort, contact) : beginning(sort), {
    names,
    isNew: contact === null,
  })
  const saving = useSaving({
    resource,
    place: owner,
    form,
    names,
    record: contact,
    save: useSaveContact(sort, owner, contact?.[resource.id]),
    recordIn: (answer: AnyRecord) => recordIn(resource, answer),
    valuesOf: (record) => shownValues(sort, record),
    onSaved: onClose,
  })
  const close = () => {
    if (!form.isDirty) return onClose()
    modals.openConfirmModal({
      title: t('resources.leave_title'),
      children: t('resources.leave'),
      labels: { confirm: t('resources.leave_go'), cancel: t('resources.leave_stay') },
      onConfirm: () => {
        saving.forgetDraft()
        onClose()
      },
    })
  }
  const isPrime = contact?.prime === 1
  return (
    <Dialog
      onClose={close}
      title={t(contact ? `records.${resource.name}.single` : `resources.contacts.add_${segment}`)}
    >
      <Form
        noValidate
        aria-label={t(`records.${resource.name}.single`)}
        onSubmit={() => !isReadOnly && saving.submit()}
      >
        <LeaveGuard
          isDirty={form.isDirty}
          isSaved={saving.isSaved}
          onLeave={saving.forgetDraft}
          isWithinScreen
        />
        <DraftNotice resource={resource} offer={isReadOnly ? null : saving.draft} />
        <Stack gap="sm">
          {names.map((name) => (
            <ContactField
              key={name}
              {...{ resource, name, form }}
              isReadOnly={isReadOnly || (name === 'prime' && isPrime)}
            />
          ))}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={close}>
              {t(isReadOnly ? 'resources.close' : 'resources.cancel')}
            </Button>
            {!isReadOnly && (
              <Button type="submit" loading={saving.isSaving} disabled={contact !== null && !form.isDirty}>
                {t('resources.save')}
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
      {saving.conflict && <ConflictDialog resource={resource} {...saving.conflict} />}
    </Dialog>
  )
}

function beginning({ segment, names, begins }: ContactType): FormValues {
  const country_id = segment === 'phones' ? countryOfIso('US')?.country_id : HOME_COUNTRY
  return Object.fromEntries(
    names.map((name) => [name, begins[name] ?? (name === 'country_id' ? country_id : '')]),
  )
}

/** A stored number is shown in the format of its country. */
function shownValues({ segment, names }: ContactType, contact: AnyRecord): FormValues {
  const values = Object.fromEntries(names.map((name) => [name, contact[name] ?? '']))
  if (segment !== 'phones') return values
  const number = String(contact.phone_number)
  const phone = parsePhone(number, String(contact.country_iso_2))
  return { ...values, phone_number: phone?.formatNational() ?? number }
}
