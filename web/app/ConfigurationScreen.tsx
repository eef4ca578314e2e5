import { Group, Paper, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { IconPoint, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './ConfigurationScreen.module.css'
import { configurationIcons } from './configurationIcons.ts'
import { configurationGroups, type MenuEntry } from './menu.ts'

/** All configuration lists, grouped by subject, with a search by name and purpose. A number in the address opens that group, counted from 1. */
export function ConfigurationScreen() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { id: tab } = useParams()
  const groups = configurationGroups(useUser())
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ path, title }) =>
        [title, aboutOf(path), `configuration.${name}`].some((text) => has(t(text), search)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
  const first = groups[Number(tab) - 1]?.name
  useEffect(() => {
    if (tab) document.getElementById(`configuration-${first}`)?.focus()
  }, [tab, first])
  return (
    <Stack gap="md">
      <Title order={1}>{t('shell.configuration')}</Title>
      <TextInput
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        leftSection={<IconSearch size={16} />}
        placeholder={t('configuration.find')}
        aria-label={t('configuration.find')}
        maw={420}
      />
      {groups.length === 0 && <Text c="dimmed">{t('shell.palette_empty')}</Text>}
      <div className={styles.groups}>
        {groups.map((group) => (
          <Section key={group.name} {...group} />
        ))}
      </div>
    </Stack>
  )
}

function Section({ name, entries }: ReturnType<typeof configurationGroups>[number]) {
  const { t } = useTranslation()
  return (
    <Paper
      withBorder
      p="md"
      className={styles.group}
      component="section"
      aria-labelledby={`configuration-${name}`}
    >
      <Title order={2} size="h4" mb="xs" id={`configuration-${name}`} tabIndex={-1}>
        {t(`configuration.${name}`)}
      </Title>
      <Stack gap={2}>
        {entries.map((entry) => (
          <Entry key={entry.path} {...entry} />
        ))}
      </Stack>
    </Paper>
  )
}

function Entry({ path, title, icon }: MenuEntry) {
  const { t } = useTranslation()
  const Icon = icon ?? configurationIcons[path] ?? IconPoint
  return (
    <UnstyledButton component={Link} to={path} className={styles.entry}>
      <Group gap="sm" wrap="nowrap">
        <Icon size={20} stroke={1.6} className={styles.icon} />
        <div>
          <Text size="sm">{t(title)}</Text>
          <Text size="xs" c="dimmed">
            {t(aboutOf(path))}
          </Text>
        </div>
      </Group>
    </UnstyledButton>
  )
}

/** Purpose of a list, as a text key. */
const aboutOf = (path: string) => `settings.lists.${path.slice(path.lastIndexOf('/') + 1)}`

const has = (text: string, search: string) =>
  text.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
