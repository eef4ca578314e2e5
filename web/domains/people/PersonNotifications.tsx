import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { people } from '#core/domains/people/people.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { CONTACT_TYPES, type ContactSegment, nameOf } from './contacts/contactTypes.ts'
import { useContacts } from './contacts/useContacts.ts'

const notifications: Resource = {
  ...people,
  form: people.form.filter(({ section }) => section === 'notifications'),
}

/** The notifications of a person: subjects, channels, times and receivers. */
export function PersonNotifications({ record }: { record: ShownRecord<typeof people> }) {
  const { t } = useTranslation()
  const address = `/people/profile/${record.people_id}`
  return (
    <Stack gap="md">
      <ResourceForm resource={notifications} record={record} onSaved={() => undefined} isPart />
      <Paper p="md" component="section" aria-labelledby="receivers">
        <Title order={2} id="receivers" mb="xs">
          {t('people.receivers')}
        </Title>
        <Stack gap="sm">
          <Receivers segment="phones" {...{ record, address }} />
          <Receivers segment="emails" {...{ record, address }} />
        </Stack>
      </Paper>
    </Stack>
  )
}

interface ReceiversProps {
  segment: ContactSegment
  record: ShownRecord<typeof people>
  address: string
}

/** The phones or e-mails that messages go to. */
function Receivers({ segment, record, address }: ReceiversProps) {
  const { t } = useTranslation()
  const sort = CONTACT_TYPES[segment]
  const { data = [] } = useContacts(sort, `/people/${record.people_id}`)
  const receiving = data.filter(({ notify }) => notify === 1)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm" fw={600}>
          {t(`records.${sort.resource.name}.label`)}
        </Text>
        <Text size="sm" c={receiving.length === 0 ? 'dimmed' : undefined}>
          {receiving.length === 0
            ? t('people.no_receiver')
            : receiving.map((contact) => nameOf(sort, contact)).join(', ')}
        </Text>
      </div>
      <Anchor component={Link} to={`${address}/${segment}`} size="sm" style={{ flex: 'none' }}>
        {t('people.choose_receiver')}
      </Anchor>
    </Group>
  )
}
