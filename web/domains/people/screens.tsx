import { IconHierarchy2, IconUsers } from '@tabler/icons-react'
import { departments } from '#core/domains/people/departments.ts'
import { people } from '#core/domains/people/people.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(people, {
    path: '/people',
    single: '/people/profile/:id?/:tab?',
    icon: IconUsers,
    menu: { group: 'customers', position: 20 },
  }),
  standardScreens(departments, {
    path: '/configuration/departments',
    single: '/configuration/department/:id?',
    icon: IconHierarchy2,
    group: 'companies',
  }),
]
