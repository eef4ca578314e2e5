import { people } from '#core/domains/people/people.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'

/** The list of users: of one person's only where a link says so. */
export const userList: ListKind = {
  filters: { people_id: { text: 'records.people.single', of: people, isFromLinkOnly: true } },
}
