import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACE_CONTACTS, PLACE_FIELDS, PLACE_PARTS } from '#core/domains/devices/places.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import { FieldCell, FieldGrid } from '#web/resources/form/FieldGrid.tsx'
import { HiddenFieldErrors } from '#web/resources/form/HiddenFieldErrors.tsx'
import { FieldInput } from '#web/resources/form/inputs/FieldInput.tsx'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { StickyBar } from '#web/resources/form/StickyBar.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useRecordKind } from '#web/resources/kind.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'
import { Form } from '#web/ui/Form.tsx'
import { ThresholdFields } from '../alerts/ThresholdFields.tsx'
import { OffsetInput, type SensorType } from '../ports/OffsetInput.tsx'
import styles from '../ports/PortForm.module.css'
import { PortPicture } from '../ports/PortPicture.tsx'
import { PortTankFields } from '../ports/PortTankFields.tsx'
import { type TankProduct, TankSizeInput } from '../ports/TankSizeInput.tsx'
import { Question } from './Question.tsx'
import { type PlaceForm, type PlaceFormPart, type PresetPlace, usePlaceForm } from './usePlaceForm.ts'
import { type Proposed, usePlaceProposals } from './usePlaceProposals.ts'

/** The fields of every place; all others are under "More details". */
const MAIN_FIELDS: Readonly<Record<PlaceFormPart, readonly string[]>> = {
  customer: ['company'],
  phone: ['phone_number'],
  email: ['email_address'],
  site: ['address1', 'zip_code', 'city', 'state'],
  device: ['public_id', 'device_type_id', 'company_id', 'site_id'],
  tank: [...['product_id', 'template', 'sensor_type_id', 'sensor_offset', 'imperial_sensor_offset']],
}

/** Terms of payment and delivery: the last question. */
const TERMS = { customer: ['payment_term_id'], site: ['contract'] } as const
const MORE_TERMS = { customer: ['currency_id', 'unit_of_measure'], site: ['delivery_windows'] } as const

interface NewPlaceFormProps {
  preset: PresetPlace
  onMade: (device_id: number) => void
}

/** Customer, site, tank, device and terms on one page, in the order in which they are known. */
export function NewPlaceForm(props: NewPlaceFormProps) {
  const current = usePlaceProposals()
  // Later proposals are ignored: changes by others must not reset the form.
  const [proposed, setProposed] = useState(current)
  if (!proposed && current) setProposed(current)
  return proposed ? <PlaceQuestions {...props} proposed={proposed} /> : <Skeleton h={480} radius="lg" />
}

function PlaceQuestions({ preset, proposed, onMade }: NewPlaceFormProps & { proposed: Proposed }) {
  const { t } = useTranslation()
  const place = usePlaceForm(preset, proposed, onMade)
  return (
    <Form noValidate aria-label={t('devices.place.title')} onSubmit={place.submit}>
      <LeaveGuard isDirty={place.isDirty} isSaved={place.isSaved} onLeave={place.forgetDraft} />
      <DraftNotice resource={devices} offer={place.draft} />
      <Stack gap="md">
        <CustomerQuestion place={place} />
        <Where place={place} />
        <TankQuestion place={place} />
        <DeviceQuestion place={place} proposed={proposed} />
        <TermsQuestion place={place} />
        {PARTS.map((part) => (
          <HiddenFieldErrors
            key={part}
            resource={RESOURCES[part]}
            form={place.forms[part]}
            shown={place.names[part]}
          />
        ))}
        <StickyBar>
          <Button type="submit" loading={place.isSaving} leftSection={<IconCheck size={16} aria-hidden />}>
            {t('devices.place.save')}
          </Button>
        </StickyBar>
      </Stack>
    </Form>
  )
}

const RESOURCES: Readonly<Record<PlaceFormPart, Resource>> = {
  ...PLACE_PARTS,
  phone: asOptional(PLACE_CONTACTS.phone),
  email: asOptional(PLACE_CONTACTS.email),
}
const PARTS = keysOf(RESOURCES)

function CustomerQuestion({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const may = useMay()
  const { forms, customerChoice } = place
  const isNew = customerChoice === 'new'
  const more = restOf('customer')
  const isReachable = may('people.read')
  return (
    <Question
      step={1}
      title={t('devices.place.who')}
      choice={may('companies.create') && <CustomerChoice place={place} />}
      isMoreWrong={isNew && isAnyWrong(forms.customer, more)}
      more={
        isNew && (
          <FieldGrid>
            <Fields part="customer" place={place} names={more} />
          </FieldGrid>
        )
      }
    >
      {isNew ? (
        <FieldGrid>
          <Fields part="customer" place={place} names={MAIN_FIELDS.customer} />
          {isReachable && <Fields part="phone" place={place} names={MAIN_FIELDS.phone} />}
          {isReachable && <Fields part="email" place={place} names={MAIN_FIELDS.email} />}
        </FieldGrid>
      ) : (
        <RecordInput resource={devices} form={forms.device} name="company_id" to={companies} />
      )}
    </Question>
  )
}

function CustomerChoice({ place: { customerChoice, setCustomerChoice } }: { place: PlaceForm }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('records.customers.single')}
      value={customerChoice}
      onChange={(value) => setCustomerChoice(value)}
      data={[
        { value: 'new', label: t('devices.place.new') },
        { value: 'known', label: t('devices.place.known') },
      ]}
    />
  )
}

function Where({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const { forms, customerChoice, siteChoice } = place
  const isNew = siteChoice === 'new'
  const more = restOf('site')
  // If the customer lacks a name, only that is reported: the name of the site follows it.
  const isNameFollowing = customerChoice === 'new' && 'company' in forms.customer.errors
  const invalid = more.filter((name) => name !== 'name' || !isNameFollowing)
  return (
    <Question
      step={2}
      title={t('devices.place.where')}
      help={
        siteChoice === 'none'
          ? t('devices.place.no_site_help')
          : isNew && customerChoice === 'new'
            ? t('devices.place.billed_at')
            : undefined
      }
      choice={<SiteChoice place={place} />}
      isMoreWrong={isNew && isAnyWrong(forms.site, invalid)}
      more={
        isNew && (
          <FieldGrid>
            <Fields part="site" place={place} names={more} />
          </FieldGrid>
        )
      }
    >
      {isNew && (
        <FieldGrid>
          <Fields part="site" place={place} names={MAIN_FIELDS.site} />
        </FieldGrid>
      )}
      {siteChoice === 'known' && (
        <RecordInput resource={devices} form={forms.device} name="site_id" to={sites} />
      )}
    </Question>
  )
}

function SiteChoice({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const { siteChoice, setSiteChoice } = place
  const choices = useSiteChoices(place)
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('records.sites.single')}
      value={siteChoice}
      onChange={(value) => setSiteChoice(value)}
      data={choices.map((value) => ({ value, label: t(`devices.place.${value}`) }))}
    />
  )
}

function useSiteChoices({ customerChoice }: PlaceForm) {
  const may = useMay()
  return [
    ...(may('companies.create') ? (['new'] as const) : []),
    ...(customerChoice === 'known' ? (['known'] as const) : []),
    'none' as const,
  ]
}

function TankQuestion({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const { forms, names, tank } = place
  const { company_id: own } = useUser()
  const { data: products = [] } = useOptionRows<TankProduct>(tank_products)
  const { data: sensors = [] } = useOptionRows<SensorType>(sensor_types)
  const dial = sensors.find(({ measure }) => measure === 'volume_percent')?.sensor_type_id
  const choose: RecordForm['set'] = (changes) => {
    const product = products.find(({ product_id }) => product_id === changes.product_id)
    const { first, values } = forms.tank
    // The vessels of a liquefied gas have a dial, unless the user chose another sensor.
    const hasDial = product?.product_group === 'lpg' && values.sensor_type_id === first.sensor_type_id
    forms.tank.set({ ...changes, ...(dial && hasDial && { sensor_type_id: dial }) })
    // The owner of the product sells it: a new customer belongs to them unless the user chose another parent.
    if (product && product.company_id !== own && !forms.customer.values.parent_id)
      forms.customer.set({ parent_id: product.company_id })
  }
  const more = names.tank.filter((name) => !MAIN_FIELDS.tank.includes(name))
  return (
    <Question
      step={3}
      title={t('devices.place.which_tank')}
      isMoreWrong={isAnyWrong(forms.tank, more)}
      more={<TankDetails place={place} />}
    >
      <FieldGrid>
        <RecordInput
          resource={device_ports}
          form={{ ...forms.tank, set: choose }}
          name="product_id"
          to={tank_products}
        />
        <TankSizeInput tank={tank} label={t('devices.place.size')} />
      </FieldGrid>
    </Question>
  )
}

function TankDetails({ place: { forms, tank } }: { place: PlaceForm }) {
  return (
    <Stack gap="md">
      <FieldGrid>
        <RecordInput resource={device_ports} form={forms.tank} name="port_number" />
      </FieldGrid>
      <div className={styles.form}>
        <Stack gap="md" miw={0}>
          <PortTankFields tank={tank} isReadOnly={false} hasSizeElsewhere />
          <ThresholdFields tank={tank} isReadOnly={false} of={null} />
        </Stack>
        <PortPicture tank={tank} />
      </div>
    </Stack>
  )
}

function DeviceQuestion({ place, proposed }: { place: PlaceForm; proposed: Proposed }) {
  const { t } = useTranslation()
  const { forms, tank } = place
  // The first device has no previous one that proposes its provider.
  const main = ['public_id', 'device_type_id', ...(hasProvider(proposed) ? [] : ['mobile_provider_id'])]
  const more = restOf('device').filter((name) => !main.includes(name))
  return (
    <Question
      step={4}
      title={t('devices.place.which_device')}
      isMoreWrong={isAnyWrong(forms.device, more)}
      more={
        <FieldGrid>
          <Fields part="device" place={place} names={more} />
        </FieldGrid>
      }
    >
      <FieldGrid>
        <Fields part="device" place={place} names={main} />
        <RecordInput resource={device_ports} form={forms.tank} name="sensor_type_id" to={sensor_types} />
        <OffsetInput tank={tank} />
      </FieldGrid>
    </Question>
  )
}

function TermsQuestion({ place }: { place: PlaceForm }) {
  const { t } = useTranslation()
  const { forms, customerChoice, siteChoice } = place
  const parts = [
    ...(siteChoice === 'new' ? (['site'] as const) : []),
    ...(customerChoice === 'new' ? (['customer'] as const) : []),
  ]
  if (parts.length === 0) return null
  return (
    <Question
      step={5}
      title={t('devices.place.agreed')}
      isMoreWrong={parts.some((part) => isAnyWrong(forms[part], MORE_TERMS[part]))}
      more={
        <FieldGrid>
          {parts.toReversed().map((part) => (
            <Fields key={part} part={part} place={place} names={MORE_TERMS[part]} />
          ))}
        </FieldGrid>
      }
    >
      <FieldGrid>
        {parts.map((part) => (
          <Fields key={part} part={part} place={place} names={TERMS[part]} />
        ))}
      </FieldGrid>
    </Question>
  )
}

const hasProvider = ({ device }: Proposed) => device.mobile_provider_id != null

/** The optional fields of a part. */
function restOf(part: keyof typeof PLACE_FIELDS): readonly string[] {
  const elsewhere: readonly string[] = part === 'device' ? [] : [...TERMS[part], ...MORE_TERMS[part]]
  return PLACE_FIELDS[part].filter((name) => !MAIN_FIELDS[part].includes(name) && !elsewhere.includes(name))
}

function isAnyWrong({ errors }: PlaceForm['forms'][PlaceFormPart], names: readonly string[]): boolean {
  return names.some((name) => name in errors)
}

/** The kind with no required fields. */
function asOptional(resource: Resource): Resource {
  const fields = Object.entries(resource.fields).map(([name, field]) => [name, { ...field, required: false }])
  return { ...resource, fields: Object.fromEntries(fields) }
}

interface FieldsProps {
  part: Exclude<PlaceFormPart, 'tank'>
  place: PlaceForm
  names: readonly string[]
}

function Fields({ part, place, names }: FieldsProps) {
  const resource = RESOURCES[part]
  const form = place.forms[part]
  const inputs = useRecordKind(resource)?.inputs
  return names.map((name) => (
    <FieldCell key={name} field={resource.fields[name]}>
      <FieldInput resource={resource} form={form} name={name} isReadOnly={false} inputs={inputs} />
    </FieldCell>
  ))
}
