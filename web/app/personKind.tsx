import { lazy } from 'react'
import { people } from '#core/domains/people/people.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { RecordKind } from '#web/resources/recordKind.ts'
import { contactTab, notesTab } from './contactTabs.tsx'

/** The profile of a person: how one reaches him, what is noted of him. */
export const personKind: RecordKind = {
  Header: lazy(() => import('./PersonHeader.tsx').then((m) => ({ default: m.PersonHeader }))),
  tabs: [
    ...(['phones', 'emails', 'addresses'] as const).map((segment) => contactTab(people as Resource, segment)),
    notesTab(people as Resource),
  ],
}
