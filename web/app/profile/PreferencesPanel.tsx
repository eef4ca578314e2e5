import { Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { changeOwnPerson, readOwnPerson } from '#core/domains/people/calls.ts'
import { DISPLAY_PREFERENCE_FIELDS } from '#core/domains/people/displayPreferenceFields.ts'
import { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { OwnCalendar } from '#web/domains/access/security/OwnCalendar.tsx'
import { OwnChannels } from '#web/domains/notifications/channels/OwnChannels.tsx'
import { request } from '#web/platform/calls/request.ts'
import { replaceUser, useIsViewing, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ConflictDialog } from '#web/resources/form/ConflictDialog.tsx'
import { FieldCell, FieldGrid } from '#web/resources/form/FieldGrid.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { useSaving } from '#web/resources/form/useSaving.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { AppearancePanel } from './AppearancePanel.tsx'

type OwnResponse = ResponseOf<typeof changeOwnPerson>

const SECTIONS = [
  {
    section: 'name',
    // The rarely used ones come last.
    fields: ['first_name', 'last_name', 'job_title', 'prefix', 'middle_name', 'suffix'],
  },
  {
    section: 'preferences',
    fields: ['nick_name', 'language', 'user_time_zone', 'unit_of_measure', 'theme', 'default_route'],
  },
  {
    section: 'notifications',
    fields: [
      'notification_method',
      'urgent_method',
      'quiet_from',
      'quiet_until',
      'battery_notify',
      'report_time',
    ],
  },
] as const
const DISPLAY_FIELDS: readonly string[] = DISPLAY_PREFERENCE_FIELDS
const NAMES = SECTIONS.flatMap(({ fields }) => fields)

/** Personal preferences: language, units, time zone, colors, first screen and notifications. */
export function PreferencesPanel() {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['people', 'me'],
    queryFn: async ({ signal }) => (await request<typeof readOwnPerson>('GET', '/me', { signal })).person,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={420} />
  return (
    <Stack>
      <PreferencesForm person={data} />
      <OwnChannels />
      <OwnCalendar />
      <AppearancePanel />
    </Stack>
  )
}

function PreferencesForm({ person }: { person: AnyRecord }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { can_save } = useUser()
  const isViewing = useIsViewing()
  /** Read-only users can still change their display preferences. */
  const isReadOnly = (name: string) => isViewing || (!can_save && !DISPLAY_FIELDS.includes(name))
  const form = useRecordForm(people, valuesOf(person), { names: NAMES, isNew: false })
  const save = useMutation({
    mutationFn: (body: Record<string, unknown>) => request<typeof changeOwnPerson>('PATCH', '/me', { body }),
    onSuccess: async ({ user, person: saved }) => {
      replaceUser(user)
      client.setQueryData(['people', 'me'], saved)
      // Figures, times and texts follow the new preferences.
      await client.invalidateQueries()
    },
  })
  const saving = useSaving({
    resource: people,
    form,
    names: NAMES,
    record: person,
    save,
    recordIn: (answer: OwnResponse) => answer.person,
    valuesOf,
  })
  useHotkeys([['mod+S', saving.submit]], [])
  return (
    <Form noValidate aria-label={t('preferences.tab')} onSubmit={saving.submit}>
      <LeaveGuard isDirty={form.isDirty} isSaved={saving.isSaved} isWithinScreen />
      <Stack>
        {SECTIONS.map(({ section, fields }) => (
          <Paper key={section} p="md" component="section" aria-labelledby={`own-${section}`}>
            <Title order={2} id={`own-${section}`} mb="sm">
              {t(`records.people.sections.${section}`)}
            </Title>
            <FieldGrid>
              {fields.map((name) => (
                <FieldCell key={name} field={people.fields[name]}>
                  <RecordInput resource={people} name={name} form={form} isReadOnly={isReadOnly(name)} />
                </FieldCell>
              ))}
            </FieldGrid>
          </Paper>
        ))}
        <Group justify="flex-end">
          {form.isDirty && (
            <Button variant="default" onClick={saving.discard}>
              {t('resources.reset')}
            </Button>
          )}
          {!isViewing && (
            <Button type="submit" loading={saving.isSaving}>
              {t('resources.save')}
            </Button>
          )}
        </Group>
      </Stack>
      {saving.conflict && <ConflictDialog resource={people} {...saving.conflict} />}
    </Form>
  )
}

function valuesOf(person: AnyRecord): FormValues {
  return Object.fromEntries(NAMES.map((name) => [name, person[name] ?? '']))
}
