import { Box, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { ConflictDialog } from './form/ConflictDialog.tsx'
import { LeaveGuard } from './form/LeaveGuard.tsx'
import { RecordInput } from './form/RecordInput.tsx'
import { targetOf } from './targetOf.ts'
import type { AnyRecord } from './useRecords.ts'
import { useResourceForm } from './useResourceForm.ts'

interface ResourceFormProps {
  resource: Resource
  record: AnyRecord | null
  /** What a new record begins with, beside the standards of its definition. */
  given?: AnyRecord
  onSaved: (record: AnyRecord) => void
  /** The form goes with the tab it stands in. */
  isWithinScreen?: boolean
}

/** The form of any kind of record. It checks by the rules of the server, and shows what the server still refuses. */
export function ResourceForm({ resource, record, given, onSaved, isWithinScreen }: ResourceFormProps) {
  const { t } = useTranslation()
  const state = useResourceForm(resource, record, onSaved, given)
  const { form, sections, mayChange, conflict } = state
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
      <LeaveGuard isDirty={form.isDirty} isSaved={state.isSaved} isWithinScreen={isWithinScreen} />
      <Stack gap="md" maw={680}>
        {sections.map(({ section, fields }) => (
          <Paper key={section} p="md" component="section" aria-labelledby={`section-${section}`}>
            <Title order={2} id={`section-${section}`} mb="sm">
              {section === 'details'
                ? t('resources.details')
                : t(`records.${resource.name}.sections.${section}`)}
            </Title>
            <Stack gap="sm">
              {fields.map((name) => (
                <RecordInput
                  key={name}
                  resource={resource}
                  name={name}
                  form={form}
                  to={targetOf(resource.fields[name])}
                  isReadOnly={!mayChange}
                />
              ))}
            </Stack>
          </Paper>
        ))}
        {mayChange && (
          <Box pos="sticky" bottom={0} py="sm" bg="var(--ullage-ground)">
            <Group justify="flex-end">
              {form.isDirty && record && (
                <Button variant="default" onClick={state.discard}>
                  {t('resources.reset')}
                </Button>
              )}
              <Button type="submit" loading={state.isSaving} disabled={!form.isDirty && record !== null}>
                {t('resources.save')}
              </Button>
            </Group>
          </Box>
        )}
      </Stack>
      {conflict && <ConflictDialog resource={resource} {...conflict} />}
    </form>
  )
}
