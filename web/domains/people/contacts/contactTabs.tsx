import { Stack } from '@mantine/core'
import { lazy } from 'react'
import { keysOf } from '#core/platform/keysOf.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session/session.tsx'
import type { RecordTab } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { CONTACT_TYPES, type ContactScope, type ContactSegment } from './contactTypes.ts'

const ContactPanel = lazy(() => import('./ContactPanel.tsx').then((m) => ({ default: m.ContactPanel })))
const NotesPanel = lazy(() =>
  import('#web/domains/people/notes/NotesPanel.tsx').then((m) => ({ default: m.NotesPanel })),
)

const NOTHING: ContactScope = []
const ALL_SEGMENTS = keysOf(CONTACT_TYPES)

/** Users who may change the record may write its contacts and notes. */
function useOwner(resource: Resource, record: AnyRecord) {
  const mayWrite = useMay()(`${resource.module}.update`)
  return { owner: `${pathOf(resource)}/${record[resource.id]}`, mayWrite }
}

/** Phones, e-mails and addresses of a record, in one tab. */
export function contactsTab(resource: Resource): RecordTab {
  return {
    name: 'contact',
    text: 'resources.contacts.title',
    Panel: ({ record }) => {
      const { owner, mayWrite } = useOwner(resource, record)
      return (
        <Stack gap="md">
          {ALL_SEGMENTS.map((segment) => (
            <ContactPanel key={segment} {...{ owner, segment }} scope={mayWrite ? undefined : NOTHING} />
          ))}
        </Stack>
      )
    },
  }
}

/** One kind of contact in its own tab. */
export function contactTab(resource: Resource, segment: ContactSegment): RecordTab {
  return {
    name: segment,
    text: `records.${CONTACT_TYPES[segment].resource.name}.label`,
    Panel: ({ record }) => {
      const { owner, mayWrite } = useOwner(resource, record)
      return <ContactPanel {...{ owner, segment }} scope={mayWrite ? undefined : NOTHING} />
    },
  }
}

export function notesTab(resource: Resource): RecordTab {
  return {
    name: 'notes',
    text: 'records.notes.label',
    Panel: ({ record }) => <NotesPanel {...useOwner(resource, record)} />,
  }
}
