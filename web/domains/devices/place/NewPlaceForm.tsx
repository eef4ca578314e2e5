import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACE_FIELDS, PLACE_PARTS, type PlacePart } from '#core/domains/devices/places.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session.tsx'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import { FieldCell, FieldGrid } from '#web/resources/form/FieldGrid.tsx'
import { FieldInput } from '#web/resources/form/FieldInput.tsx'
import { HiddenFieldErrors } from '#web/resources/form/HiddenFieldErrors.tsx'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { RecordInput } from '#web/resources/form/RecordInput.tsx'
import { StickyBar } from '#web/resources/form/StickyBar.tsx'
import { kindViewOf } from '#web/resources/kind.ts'
import { OffsetInput } from '../OffsetInput.tsx'
import styles from '../PortForm.module.css'
import { PortPicture } from '../PortPicture.tsx'
import { PortTankFields } from '../PortTankFields.tsx'
import { ThresholdFields } from '../ThresholdFields.tsx'
import { type BegunPlace, type PlaceForm, usePlaceForm } from './usePlaceForm.ts'

interface NewPlaceFormProps {
  begun: BegunPlace
  onMade: (device_id: number) => void
}

/** Customer, site, device and tank on one page, in the order in which one knows them. */
export function NewPlaceForm({ begun, onMade }: NewPlaceFormProps) {
  const { t } = useTranslation()
  const place = usePlaceForm(begun, onMade)
  const { forms, names, tank } = place
  const errorsOf = (part: PlacePart) => (
    <HiddenFieldErrors resource={PLACE_PARTS[part]} form={forms[part]} shown={names[part]} />
  )
  return (
    <form
      noValidate
      aria-label={t('devices.place.title')}
      onSubmit={(event) => {
        event.preventDefault()
        place.submit()
      }}
    >
      <LeaveGuard isDirty={place.isDirty} isSaved={place.isSaved} onLeave={place.forgetDraft} />
      <DraftNotice resource={devices as Resource} offer={place.draft} />
      <Stack gap="md">
        <CustomerPart place={place} />
        {errorsOf('customer')}
        <SitePart place={place} />
        {errorsOf('site')}
        <Part step={3} title={t('devices.place.device')} help={t('devices.place.device_help')}>
          <Fields part="device" form={forms.device} names={PLACE_FIELDS.device} />
        </Part>
        {errorsOf('device')}
        <Part step={4} title={t('devices.place.tank')} help={t('devices.place.tank_help')}>
          <FieldGrid>
            <RecordInput resource={device_ports} form={forms.tank} name="product_id" to={tank_products} />
            <RecordInput resource={device_ports} form={forms.tank} name="sensor_type_id" to={sensor_types} />
            <OffsetInput tank={tank} />
            <RecordInput resource={device_ports} form={forms.tank} name="port_number" />
          </FieldGrid>
        </Part>
        <div className={styles.form}>
          <Stack gap="md" miw={0}>
            <PortTankFields tank={tank} isReadOnly={false} />
            <ThresholdFields tank={tank} isReadOnly={false} of={null} />
          </Stack>
          <PortPicture tank={tank} />
        </div>
        {errorsOf('tank')}
        <StickyBar>
          <Button type="submit" loading={place.isSaving} leftSection={<IconCheck size={16} aria-hidden />}>
            {t('devices.place.save')}
          </Button>
        </StickyBar>
      </Stack>
    </form>
  )
}

function CustomerPart({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const may = useMay()
  const { forms, customerChoice, setCustomerChoice } = place
  return (
    <Part
      step={1}
      title={t('records.customers.single')}
      choice={
        may('companies.create') && (
          <SegmentedControl
            size="xs"
            aria-label={t('records.customers.single')}
            value={customerChoice}
            onChange={(value) => setCustomerChoice(value as typeof customerChoice)}
            data={[
              { value: 'new', label: t('devices.place.new') },
              { value: 'known', label: t('devices.place.known') },
            ]}
          />
        )
      }
    >
      {customerChoice === 'new' ? (
        <Fields part="customer" form={forms.customer} names={PLACE_FIELDS.customer} />
      ) : (
        <RecordInput resource={devices} form={forms.device} name="company_id" to={companies} />
      )}
    </Part>
  )
}

function SitePart({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const may = useMay()
  const { forms, customerChoice, siteChoice, setSiteChoice } = place
  const choices = [
    ...(may('companies.create') ? (['new'] as const) : []),
    ...(customerChoice === 'known' ? (['known'] as const) : []),
    'none' as const,
  ]
  return (
    <Part
      step={2}
      title={t('records.sites.single')}
      help={siteChoice === 'none' ? t('devices.place.no_site_help') : undefined}
      choice={
        <SegmentedControl
          size="xs"
          aria-label={t('records.sites.single')}
          value={siteChoice}
          onChange={(value) => setSiteChoice(value as typeof siteChoice)}
          data={choices.map((value) => ({ value, label: t(`devices.place.${value}`) }))}
        />
      }
    >
      {siteChoice === 'new' && <Fields part="site" form={forms.site} names={PLACE_FIELDS.site} />}
      {siteChoice === 'known' && (
        <RecordInput resource={devices} form={forms.device} name="site_id" to={sites} />
      )}
    </Part>
  )
}

interface PartProps {
  step: number
  title: string
  help?: string | undefined
  /** Whether it is new or known. */
  choice?: ReactNode
  children: ReactNode
}

function Part({ step, title, help, choice, children }: PartProps) {
  return (
    <Paper p="md" component="section" aria-labelledby={`place-${step}`} style={{ minWidth: 0 }}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} id={`place-${step}`}>
          {step}. {title}
        </Title>
        {choice}
      </Group>
      {help && (
        <Text size="sm" c="dimmed" mb="sm">
          {help}
        </Text>
      )}
      {children}
    </Paper>
  )
}

interface FieldsProps {
  part: PlacePart
  form: PlaceForm['forms'][PlacePart]
  names: readonly string[]
}

function Fields({ part, form, names }: FieldsProps) {
  const resource = PLACE_PARTS[part]
  const inputs = kindViewOf(resource).record?.inputs
  return (
    <FieldGrid>
      {names.map((name) => (
        <FieldCell key={name} field={resource.fields[name]}>
          <FieldInput resource={resource} form={form} name={name} isReadOnly={false} inputs={inputs} />
        </FieldCell>
      ))}
    </FieldGrid>
  )
}
