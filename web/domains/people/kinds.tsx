import { lazy } from 'react'
import { departments } from '#core/domains/people/departments.ts'
import { newPerson } from '#core/domains/people/newPerson.ts'
import { people } from '#core/domains/people/people.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { overviewTab, type RecordKind, type RecordTab } from '#web/resources/record/recordKind.ts'
import { contactTab, notesTab } from './contacts/contactTabs.tsx'
import { PersonCard, PersonEmailCell, PersonPhone, PersonRole } from './PersonCard.tsx'
import { PersonCell } from './PersonCell.tsx'

const PersonDevices = lazy(() =>
  import('#web/domains/devices/list/deviceTabs.tsx').then((m) => ({ default: m.PersonDevices })),
)
const PersonAccess = lazy(() => import('./PersonAccess.tsx').then((m) => ({ default: m.PersonAccess })))
const PersonNotifications = lazy(() =>
  import('./PersonNotifications.tsx').then((m) => ({ default: m.PersonNotifications })),
)
const departmentLocation = lazy(() =>
  import('./LocationInput.tsx').then((m) => ({ default: m.LocationInput })),
)
const departmentTree = lazy(() => import('./DepartmentTree.tsx').then((m) => ({ default: m.DepartmentTree })))
const InvitePerson = lazy(() =>
  import('#web/domains/access/accounts/InvitePerson.tsx').then((m) => ({ default: m.InvitePerson })),
)
const CompanyOverview = lazy(() =>
  import('#web/domains/companies/overview/CustomerOverview.tsx').then((m) => ({
    default: m.CustomerOverview,
  })),
)
const ofPeople: Resource = people

const [name, company, preferences] = people.form

/** The fields of a stored person, without the fields of the notifications tab. */
const details: Resource = {
  ...ofPeople,
  form: [{ section: 'details', fields: [...name.fields, ...company.fields] }, preferences],
}

/** A new person, with the time zone of the user's company. */
function newPersonIn(timeZone: string | undefined): Resource {
  const { user_time_zone } = newPerson.fields
  const own = { ...user_time_zone, default: timeZone ?? user_time_zone.default }
  return { ...newPerson, fields: { ...newPerson.fields, user_time_zone: own } }
}

/** The profile of a person: contacts, notes, access and notifications. */
const personKind = {
  Header: lazy(() => import('./PersonHeader.tsx').then((m) => ({ default: m.PersonHeader }))),
  readAs: {
    gender: null,
    theme: null,
    details: lazy(() => import('./PersonDetails.tsx').then((m) => ({ default: m.PersonDetails }))),
  },
  tabs: [
    ...(['phones', 'emails', 'addresses'] as const).map((segment) => contactTab(ofPeople, segment)),
    notesTab(ofPeople),
    {
      name: 'access',
      text: 'people.access',
      Panel: PersonAccess,
      isFor: (may) => may('users.read'),
    },
    {
      name: 'devices',
      text: 'records.devices.label',
      Panel: PersonDevices,
      isFor: (may) => may('devices.read'),
    },
    { name: 'notifications', text: 'records.people.sections.notifications', Panel: PersonNotifications },
  ],
} satisfies RecordKind

/** What callers of another company ask about. */
const overviewOutside = (own_company_id: number): RecordTab => ({
  ...overviewTab(CompanyOverview),
  isFor: (_, { company_id }) => company_id != null && company_id !== own_company_id,
})

const PHONE_FIELDS = ['phone_number', 'phone_number_formatted']

/** The list of people, with photos, and links to call and write. */
const personList: ListKind = {
  Actions: InvitePerson,
  standard: ['combined_name', 'role', 'job_title', 'company_id', 'phone', 'email'],
  Card: PersonCard,
  cardNeeds: [
    ...['combined_name', 'photo_id', 'job_title', 'company_id', 'status'],
    ...[...PHONE_FIELDS, 'email_address', 'login_type_id'],
  ],
  columns: {
    role: {
      text: 'records.person_contacts.fields.login_type_id',
      needs: ['login_type_id'],
      inFiles: ['login_type_id'],
      Cell: PersonRole,
    },
    phone: {
      text: 'records.person_contacts.fields.phone_number_formatted',
      needs: PHONE_FIELDS,
      inFiles: ['phone_number_formatted'],
      Cell: PersonPhone,
    },
    email: {
      text: 'records.person_contacts.fields.email_address',
      needs: ['email_address'],
      inFiles: ['email_address'],
      Cell: PersonEmailCell,
    },
    combined_name: {
      text: 'records.people.fields.combined_name',
      sort: 'combined_name',
      needs: ['combined_name', 'photo_id'],
      Cell: PersonCell,
    },
  },
}

export const kinds: Kinds = {
  [people.name]: {
    list: personList,
    record: ({ company_time_zone, company_id }) => {
      const asNew = newPersonIn(company_time_zone)
      return {
        ...personKind,
        formOf: (isNew) => (isNew ? asNew : details),
        tabs: [overviewOutside(company_id), ...personKind.tabs],
      }
    },
  },
  [departments.name]: {
    list: { Tree: departmentTree },
    record: { inputs: { location_id: departmentLocation } },
  },
}
