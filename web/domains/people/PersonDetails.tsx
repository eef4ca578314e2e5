import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { people } from '#core/domains/people/people.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldValues, isKnown } from '#web/resources/record/FieldValues.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useUsersOf } from './useUsersOf.ts'

/** Without the first and last name, which the title of the page shows. */
const NAMES = ['prefix', 'middle_name', 'suffix', 'nick_name']

interface OfPerson {
  record: ShownRecord<typeof people>
}

/** The names of a person, and how they sign in. */
export function PersonDetails({ record }: OfPerson) {
  const mayRead = useMay()('users.read')
  return (
    <FieldValues
      resource={people}
      names={NAMES.filter((name) => isKnown(people, name, record))}
      record={record}
    >
      {mayRead && <SignIn record={record} />}
    </FieldValues>
  )
}

/** The user of a person with its role, or that there is none. */
function SignIn({ record }: OfPerson) {
  const { t } = useTranslation()
  const { data } = useUsersOf(record)
  if (!data) return null
  if (data.rows.length === 0) {
    return (
      <div>
        <dt>{t('records.users.fields.username')}</dt>
        <dd>{t('security.person_access.none')}</dd>
      </div>
    )
  }
  return data.rows.map(({ user_id, username, login_type_id, status }) => (
    <div key={String(user_id)}>
      <dt>{t(`login_types.${login_type_id}`)}</dt>
      <dd>
        <Anchor inherit component={Link} to={`/user/${user_id}`}>
          <bdi>{String(username)}</bdi>
        </Anchor>
        {status === 0 && ` · ${t('security.person_access.inactive')}`}
      </dd>
    </div>
  ))
}
