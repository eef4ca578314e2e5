import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import type { setUpPlace } from '#core/domains/devices/calls.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import {
  PLACE_CONTACTS,
  PLACE_FIELDS,
  type PlaceContact,
  type PlacePart,
} from '#core/domains/devices/places.ts'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { type DraftOffer, useDraft } from '#web/resources/form/useDraft.ts'
import { type RecordForm, useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { standardValues } from '#web/resources/form/useResourceForm.ts'
import { usePortForm } from '../ports/usePortForm.ts'
import type { Proposed } from './usePlaceProposals.ts'

type CustomerChoice = 'new' | 'known'
type SiteChoice = 'new' | 'known' | 'none'

/** Values that a link may set. */
export interface PresetPlace {
  company_id: number | null
  site_id: number | null
  /** Id of a device that reported over a connection. */
  public_id?: string
}

export type PlaceFormPart = PlacePart | PlaceContact

/** The initial contact: a number with a plus replaces this country. */
const CONTACT_BEGINS = {
  phone: { phone_number: '', country_id: HOME_COUNTRY, country_iso_2: 'US' },
  email: { email_address: '' },
} as const
const CONTACT_FIELDS = {
  phone: Object.keys(CONTACT_BEGINS.phone),
  email: Object.keys(CONTACT_BEGINS.email),
} as const

/** The form of a place: one form per part; all are saved together or not at all. */
export function usePlaceForm(preset: PresetPlace, proposed: Proposed, onMade: (device_id: number) => void) {
  const owners = useCustomerAndSite(preset, proposed)
  const { customerChoice, setCustomerChoice, siteChoice, setSiteChoice } = owners
  const phone = useContact('phone')
  const email = useContact('email')
  const known = { customer: customerChoice === 'known', site: siteChoice === 'known' }
  const device = useDeviceForm({ ...proposed.device, ...preset }, known)
  const tank = usePortForm(null, 1, proposed.tank)
  const forms: PlaceForms = {
    ...{ customer: owners.customer, phone, email, site: owners.site },
    ...{ device: device.form, tank: tank.form },
  }
  const names = { ...PLACE_FIELDS, ...CONTACT_FIELDS, device: device.names, tank: tank.names }
  const isNewCustomer = customerChoice === 'new'
  const isIncluded: Readonly<Record<PlaceFormPart, boolean>> = {
    customer: isNewCustomer,
    phone: isNewCustomer && phone.values.phone_number !== '',
    email: isNewCustomer && email.values.email_address !== '',
    site: siteChoice === 'new',
    device: true,
    tank: true,
  }
  const included = PARTS.filter((part) => isIncluded[part])
  const { draft, forgetDraft } = usePlaceDraft(forms, names, (chosenField) => {
    if (chosenField === 'company_id') setCustomerChoice('known')
    else setSiteChoice('known')
  })
  const isSaved = useRef(false)
  const { submit, isSaving } = useSubmit(forms, { included, known }, (device_id) => {
    forgetDraft()
    isSaved.current = true
    onMade(device_id)
  })
  return {
    ...{ forms, names, tank, draft, forgetDraft, isSaved, isSaving, submit },
    ...{ customerChoice, setCustomerChoice, siteChoice, setSiteChoice },
    isDirty: Object.values(forms).some(({ isDirty }) => isDirty),
  }
}

/** A new customer and site, each with a form, or known ones. */
function useCustomerAndSite(preset: PresetPlace, proposed: Proposed) {
  const { company_id: own } = useUser()
  const may = useMay()
  const [customerChoice, setCustomerChoice] = useState<CustomerChoice>(
    preset.company_id === null && may('companies.create') ? 'new' : 'known',
  )
  const [siteChoice, setSiteChoice] = useState<SiteChoice>(
    preset.site_id === null && may('companies.create') ? 'new' : 'known',
  )
  const ofCustomer = useNew(customers, PLACE_FIELDS.customer, own, proposed.customer)
  const ofSite = useNew(sites, PLACE_FIELDS.site, own)
  const isNewCustomer = customerChoice === 'new'
  // The name of a site follows its new customer, or else its street, until the user changes it.
  const nameLike = (before: unknown, now: unknown) => (ofSite.values.name === before ? { name: now } : {})
  const customer: RecordForm = {
    ...ofCustomer,
    set: (changes) => {
      ofCustomer.set(changes)
      if ('company' in changes) ofSite.set(nameLike(ofCustomer.values.company, changes.company))
    },
  }
  const site: RecordForm = {
    ...ofSite,
    set: (changes) =>
      ofSite.set({
        ...(!isNewCustomer && 'address1' in changes && nameLike(ofSite.values.address1, changes.address1)),
        ...changes,
      }),
  }
  return {
    ...{ customer, site, customerChoice, setCustomerChoice, setSiteChoice },
    // A new customer has no sites yet.
    siteChoice: isNewCustomer && siteChoice === 'known' ? 'new' : siteChoice,
  }
}

/** The form of the device, which names the known customer and site. */
function useDeviceForm(begins: FormValues, known: { customer: boolean; site: boolean }) {
  const { company_id: own } = useUser()
  const names = [
    ...PLACE_FIELDS.device,
    ...(known.customer ? ['company_id'] : []),
    ...(known.site ? ['site_id'] : []),
  ]
  const device = useRecordForm(
    devices,
    { ...standardValues(devices, PLACE_FIELDS.device, own), ...begins },
    {
      names,
      isNew: true,
      check: ({ site_id }) => (known.site && site_id == null ? [{ field: 'site_id', rule: 'required' }] : []),
    },
  )
  const form: RecordForm = {
    ...device,
    // Another customer has other sites.
    set: (changes) =>
      device.set(
        'company_id' in changes && !('site_id' in changes) ? { ...changes, site_id: null } : changes,
      ),
  }
  return { names, form }
}

export type PlaceForm = ReturnType<typeof usePlaceForm>

const PARTS: readonly PlaceFormPart[] = ['customer', 'phone', 'email', 'site', 'device', 'tank']

type PlaceForms = Readonly<Record<PlaceFormPart, RecordForm>>

function usePartDraft(resource: Resource, form: RecordForm, names: readonly string[]) {
  return useDraft({ resource, place: '.place' }, { form, names, record: null })
}

/** The drafts of all parts as one. @param onChosen a draft names a known customer or site */
function usePlaceDraft(
  forms: PlaceForms,
  names: Readonly<Record<PlaceFormPart, readonly string[]>>,
  onChosen: (name: 'company_id' | 'site_id') => void,
) {
  const drafts = [
    usePartDraft(customers, forms.customer, names.customer),
    usePartDraft(PLACE_CONTACTS.phone, forms.phone, names.phone),
    usePartDraft(PLACE_CONTACTS.email, forms.email, names.email),
    usePartDraft(sites, forms.site, names.site),
    usePartDraft(devices, forms.device, [...PLACE_FIELDS.device, 'company_id', 'site_id']),
    usePartDraft(device_ports, forms.tank, names.tank),
  ]
  const offers = drafts.flatMap(({ offer }) => offer ?? [])
  const ofDeviceDraft = drafts[4]
  const draft: DraftOffer | null =
    offers.length === 0
      ? null
      : {
          at: lastOf(offers.map(({ at }) => at).toSorted()),
          names: [],
          isOvertaken: false,
          takeBack: () => {
            const named = ofDeviceDraft?.offer?.names ?? []
            for (const name of ['company_id', 'site_id'] as const) if (named.includes(name)) onChosen(name)
            for (const offer of offers) offer.takeBack()
          },
          discard: () => {
            for (const offer of offers) offer.discard()
          },
        }
  const forgetDraft = () => {
    for (const item of drafts) item.forget()
  }
  return { draft, forgetDraft }
}

/** Saves the included parts together, or marks the issues in each. */
function useSubmit(
  forms: PlaceForms,
  { included, known }: { included: readonly PlaceFormPart[]; known: { customer: boolean; site: boolean } },
  onSaved: (device_id: number) => void,
) {
  const save = useSetUp()
  const submit = async () => {
    if (save.isPending) return
    // From the last to the first, so that the first invalid field gets the focus.
    const results = await Promise.all(
      included.toReversed().map(async (part) => [part, await forms[part].take()] as const),
    )
    if (results.some(([, values]) => values === null)) return
    const bodies: Partial<Record<PlaceFormPart, FormValues>> = Object.fromEntries(results)
    const { company_id, site_id, ...ofTheDevice }: FormValues = bodies.device ?? {}
    const body = {
      ...bodies,
      device: ofTheDevice,
      tank: { ...bodies.tank },
      ...(known.customer && { company_id: Number(company_id) }),
      ...(known.site && { site_id: Number(site_id) }),
    }
    save.mutate(body, {
      onSuccess: ({ place }) => onSaved(place.device_id),
      onError: (failure) => {
        for (const part of PARTS.toReversed()) forms[part].mark(ofPart(failure, part))
      },
    })
  }
  return { submit, isSaving: save.isPending }
}

function useNew(
  resource: Resource,
  names: readonly string[],
  company: number,
  proposed: FormValues = {},
): RecordForm {
  const begins = { ...standardValues(resource, names, company), ...proposed }
  return useRecordForm(resource, begins, { names, isNew: true })
}

function useContact(part: PlaceContact): RecordForm {
  return useRecordForm(PLACE_CONTACTS[part], CONTACT_BEGINS[part], {
    names: CONTACT_FIELDS[part],
    isNew: true,
  })
}

function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof keyOf>[0]) =>
      request<typeof setUpPlace>('POST', '/places', {
        body: body as never,
        headers: { 'idempotency-key': keyOf(body) },
      }),
    onSettled: () => void client.invalidateQueries(),
  })
}

/**
 * The idempotency key is a hash of the body, so that sending the same place again is the same call even after the page was
 * closed. A collision is refused by the server; it never merges two places.
 */
function keyOf(body: { device: FormValues }): string {
  let sum = 0
  for (const sign of JSON.stringify(body)) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0
  return `place ${String(body.device.public_id)} ${sum}`
}

/** The refusals of one part, by its own field names. Company and site are fields of the device. */
function ofPart(failure: unknown, part: PlaceFormPart): unknown {
  if (!(failure instanceof CallRefused) || !failure.body.errors) return failure
  const errors = failure.body.errors.flatMap((error) => {
    const [first, ...rest] = error.field.split('.')
    if (rest.length === 0) return part === 'device' ? [error] : []
    return first === part ? [{ ...error, field: rest.join('.') }] : []
  })
  return new CallRefused({ ...failure.body, errors })
}
