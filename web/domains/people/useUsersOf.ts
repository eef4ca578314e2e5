import { users } from '#core/domains/access/users.ts'
import type { people } from '#core/domains/people/people.ts'
import { useMay } from '#web/platform/session/session.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useRecords } from '#web/resources/useRecords.ts'

/** The users that a person signs in as, usually one; nothing is read without the right to. */
export function useUsersOf(record: ShownRecord<typeof people>) {
  return useRecords(
    users,
    { people_id: String(record.people_id), page_num: '1', page_size: '2' },
    useMay()('users.read'),
  )
}
