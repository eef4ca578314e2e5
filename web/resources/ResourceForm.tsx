import { Box, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import { CallRefused } from '#web/platform/api.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { isOwnUnitSystem } from './isOwnUnitSystem.ts'
import { RecordInput } from './tank/RecordInput.tsx'
import { type FormValues, useRecordForm } from './tank/useRecordForm.ts'
import { targetOf } from './targetOf.ts'
import { type AnyRecord, useSaveRecord } from './useRecords.ts'

interface ResourceFormProps {
  resource: Resource
  record: AnyRecord | null
  onSaved: (record: AnyRecord) => void
}

/** The form of any kind of record. It checks by the rules of the server, and shows what the server still refuses. */
export function ResourceForm({ resource, record, onSaved }: ResourceFormProps) {
  const { t } = useTranslation()
  const { company_id, unit_of_measure } = useUser()
  const mayChange = useMay()(`${resource.module}.${record ? 'update' : 'create'}`)
  const sections = sectionsOf(resource, unit_of_measure, record === null)
  const names = sections.flatMap(({ fields }) => fields)
  const form = useRecordForm(
    resource,
    record ? valuesOf(names, record) : standards(resource, names, company_id),
    {
      names,
      isNew: record === null,
    },
  )
  const save = useSaveRecord(resource, record ? String(record[resource.id]) : undefined)
  const [theirs, setTheirs] = useState<AnyRecord | null>(null)
  useLeaveGuard(form.isDirty && !save.isSuccess)

  const send = (ifUpdatedAt: unknown) => {
    const values = form.take()
    if (!values || !mayChange || save.isPending) return
    save.mutate(record ? { ...values, if_updated_at: ifUpdatedAt } : values, {
      onSuccess: (saved) => {
        setTheirs(null)
        form.start(valuesOf(names, saved))
        onSaved(saved)
      },
      onError: (failure) => {
        const current = failure instanceof CallRefused ? failure.answer.current : undefined
        if (current) setTheirs(current)
        else form.mark(failure)
      },
    })
  }
  const submit = () => send(record?.['updated_at'])

  return (
    <form
      noValidate
      onKeyDown={getHotkeyHandler([['mod+S', submit]])}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
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
                <Button variant="default" onClick={() => form.start(valuesOf(names, record))}>
                  {t('resources.reset')}
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty && record !== null}>
                {t('resources.save')}
              </Button>
            </Group>
          </Box>
        )}
      </Stack>
      {theirs && (
        <ConflictDialog
          resource={resource}
          names={names}
          mine={form.values}
          theirs={theirs}
          onKeepMine={() => send(theirs['updated_at'])}
          onTakeTheirs={() => {
            form.start(valuesOf(names, theirs))
            setTheirs(null)
            onSaved(theirs)
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </form>
  )
}

interface Section {
  section: string
  fields: string[]
}

/** The sections of the definition, or one with every field that can be written; of two unit systems one's own. */
function sectionsOf(resource: Resource, units: 1 | 2, isNew: boolean): Section[] {
  const all = resource.form ?? [
    { section: 'details', fields: writableFields(resource).map(([name]) => name) },
  ]
  return all.map(({ section, fields }) => ({
    section,
    fields: fields.filter((name) => {
      const field = resource.fields[name]
      // A secret is given when something is made; afterwards it has a place of its own.
      return isOwnUnitSystem(name, units) && (field?.kind !== 'secret' || isNew)
    }),
  }))
}

function valuesOf(names: readonly string[], record: AnyRecord): FormValues {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? '']))
}

function standards(resource: Resource, names: readonly string[], company: number): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      const isOwn = field?.kind === 'reference' && field.to === 'companies' && name === 'company_id'
      return [name, isOwn ? company : (field?.default ?? '')]
    }),
  )
}

/** Closing the page with changes asks first. */
function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
