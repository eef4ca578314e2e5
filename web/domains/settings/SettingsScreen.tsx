import {
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { settings } from '#core/domains/settings/settings.ts'
import { RuleTrials } from '#web/domains/telemetry/alert/RuleTrial.tsx'
import { useMay } from '#web/platform/session/session.tsx'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ConflictDialog } from '#web/resources/form/ConflictDialog.tsx'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import { FieldCell, FieldGrid } from '#web/resources/form/FieldGrid.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { SaveBar } from '#web/resources/form/SaveBar.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { StoredImage } from '#web/resources/image/RecordImage.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type LoadedSettings, useSettings } from './useSettings.ts'
import { useSettingsForm } from './useSettingsForm.ts'

const SENSITIVITIES = ['low', 'normal', 'high'] as const

const ImageDialog = lazyPart(() => import('#web/resources/image/ImageDialog.tsx').then((m) => m.ImageDialog))

/** The settings of the installation, for staff. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useSettings()
  return (
    <Stack gap="md">
      <Title order={1}>{t('records.settings.label')}</Title>
      {data ? (
        <SettingsForm read={data} />
      ) : isError ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <OnTheWay />
      )}
    </Stack>
  )
}

function SettingsForm({ read }: { read: LoadedSettings }) {
  const { t } = useTranslation()
  const mayChange = useMay()('configuration.update')
  const { form, isSaving, isSaved, submit, discard, conflict, draft, forgetDraft } = useSettingsForm(read)
  useHotkeys([['mod+S', submit]], [])
  const [address, setAddress] = useSearchParams()
  const [wanted, find] = useState('')
  const chosen = settings.form.find(({ section }) => section === address.get('part'))?.section ?? 'company'
  const choose = (part: string) => {
    find('')
    setAddress({ part }, { replace: true })
  }
  const isFound = useIsFound(wanted)
  const shown = settings.form
    .map(({ section, fields }) => ({
      section,
      fields: fields.filter((name) =>
        // Invalid settings are shown in every section.
        wanted ? isFound(name) : section === chosen || form.errors[name],
      ),
    }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <Form noValidate aria-label={t('records.settings.label')} onSubmit={submit}>
      <LeaveGuard isDirty={form.isDirty} isSaved={isSaved} onLeave={forgetDraft} />
      <DraftNotice resource={settings} offer={mayChange ? draft : null} />
      <Stack gap="md" maw="var(--ullage-page)">
        <TextInput
          type="search"
          value={wanted}
          onChange={({ currentTarget }) => find(currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('settings.find')}
          aria-label={t('settings.find')}
          maw={420}
        />
        <Tabs value={wanted ? null : chosen} onChange={(name) => name && choose(name)}>
          <TabBar
            open={chosen}
            onOpen={choose}
            tabs={settings.form.map(({ section }) => ({
              name: section,
              label: t(`records.settings.sections.${section}`),
            }))}
          />
        </Tabs>
        {shown.length === 0 && <Text c="dimmed">{t('settings.none')}</Text>}
        {shown.map(({ section, fields }) => (
          <Section
            key={section}
            {...{ section, fields, form, mayChange }}
            isNamed={wanted !== '' || section !== chosen}
          />
        ))}
        {mayChange && <SaveBar isDirty={form.isDirty} isSaving={isSaving} onDiscard={discard} />}
      </Stack>
      {conflict && <ConflictDialog resource={settings} {...conflict} />}
    </Form>
  )
}

interface SectionProps extends Pick<ReturnType<typeof useSettingsForm>, 'form'> {
  section: string
  fields: readonly (keyof typeof settings.fields)[]
  mayChange: boolean
  /** The open tab does not name it. */
  isNamed: boolean
}

function Section({ section, fields, form, mayChange, isNamed }: SectionProps) {
  const { t } = useTranslation()
  const name = t(`records.settings.sections.${section}`)
  return (
    <Paper p="md" component="section" aria-label={name}>
      {isNamed && <Title order={2}>{name}</Title>}
      <Text size="sm" c="dimmed" mb="sm">
        {t(`settings.about.${section}`)}
      </Text>
      <Stack gap="sm">
        {section === 'company' && <Logo mayChange={mayChange} />}
        <FieldGrid>
          {fields.map((name) => (
            <FieldCell key={name} field={settings.fields[name]}>
              <RecordInput resource={settings} name={name} form={form} isReadOnly={!mayChange} />
            </FieldCell>
          ))}
        </FieldGrid>
        {mayChange && <SettingTrials section={section} values={form.values} />}
      </Stack>
    </Paper>
  )
}

/** Whether a setting is found by its label or its help. */
function useIsFound(search: string) {
  const { t } = useTranslation()
  const sought = search.trim().toLocaleLowerCase()
  return (name: string) =>
    [t(`records.settings.fields.${name}`), t(`records.settings.help.${name}`, { defaultValue: '' })].some(
      (text) => text.toLocaleLowerCase().includes(sought),
    )
}

/** The rules whose threshold or sensitivity is set in a section for all devices, for a dry run. */
const RULES = {
  alerts: ['battery_low'],
  unexplained: ['unexplained_loss', 'unexplained_rise', 'use_stopped', 'sensor_drift'],
} as const

function SettingTrials({ section, values }: { section: string; values: FormValues }) {
  const { t } = useTranslation()
  const may = useMay()
  const rules = RULES[section as keyof typeof RULES]
  if (!rules || !may('devices.read')) return null
  return (
    <RuleTrials
      trials={rules.map((rule) => ({
        rule,
        name: t(`records.alerts.choices.level.${rule}`),
        typed: typedOf(rule, values[rule]),
      }))}
    />
  )
}

/** The value for a dry run; a rule that is off never fires, and the battery level must be a percentage. */
function typedOf(rule: string, value: unknown) {
  if (rule !== 'battery_low') {
    const sensitivity = SENSITIVITIES.find((item) => item === value)
    return sensitivity ? { sensitivity } : null
  }
  const limit = Number(value)
  return String(value ?? '').trim() !== '' && limit >= 0 && limit <= 100 ? { limit } : null
}

/** The logo of the business, which is saved at once. */
function Logo({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const environment = useEnvironment()
  const [isOpen, setOpen] = useState(false)
  return (
    <Group>
      <StoredImage address={environment?.logo} name={environment?.company_name ?? ''} size={72} radius="sm" />
      {mayChange && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {t('resources.image.change_logo')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ImageDialog
            path="/settings/logo"
            name="logo"
            canRemove={environment?.logo != null}
            onClose={() => setOpen(false)}
            onSaved={() => void client.invalidateQueries({ queryKey: ['environment'] })}
          />
        </Suspense>
      )}
    </Group>
  )
}

function OnTheWay() {
  return (
    <SimpleGrid maw="var(--ullage-page)" spacing="md">
      {[140, 220, 300].map((height) => (
        <Skeleton key={height} h={height} />
      ))}
    </SimpleGrid>
  )
}
