import { Anchor, Box, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { versionText } from '#web/platform/build.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { ArticleList } from './ArticleList.tsx'
import { HelpSearch } from './HelpSearch.tsx'

/** The articles, and the details that support asks for. */
export function TechHelpScreen() {
  const { t } = useTranslation()
  const [article, setArticle] = useState<number>()
  const [search, setSearch] = useState('')
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Title order={1}>{t('help.title')}</Title>
      <Text c="dimmed">{t('help.tech.intro')}</Text>
      <Box maw={560}>
        <HelpSearch search={search} onSearch={setSearch} />
      </Box>
      <Paper p="md" component="section">
        <Title order={2} size="h4" mb="xs">
          {t(search === '' ? 'help.all' : 'help.found')}
        </Title>
        <ArticleList search={search} module="" onOpen={setArticle} />
      </Paper>
      <SupportDetails />
      <ArticleDialog id={article} onClose={() => setArticle(undefined)} />
    </Stack>
  )
}

/** The way to support, with the details to send. */
function SupportDetails() {
  const { t } = useTranslation()
  const details = useDetails()
  return (
    <Paper p="md" component="section">
      <Title order={2} size="h4">
        {t('help.tech.still')}
      </Title>
      <Text size="sm" c="dimmed" my="xs">
        {t('help.tech.still_why')}
      </Text>
      <Code block dir="ltr">
        {details}
      </Code>
      <Group mt="sm" justify="space-between">
        <Button leftSection={<IconCopy size={16} />} onClick={() => void copyText(details)}>
          {t('help.tech.copy')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('help.tech.api')}{' '}
          <Anchor href="/api/docs" target="_blank" size="sm">
            /api/docs
          </Anchor>
        </Text>
      </Group>
    </Paper>
  )
}

/** The technical details for support; nothing in them is secret. */
function useDetails(): string {
  const { t } = useTranslation()
  const { username, company, login_type_id } = useUser()
  const [now] = useState(() => new Date().toISOString())
  return [
    [t('help.tech.version'), versionText()],
    [t('help.tech.account'), `${username}, ${company}, ${t(`login_types.${login_type_id}`)}`],
    [t('help.tech.browser'), navigator.userAgent],
    [t('help.tech.screen'), `${window.innerWidth} × ${window.innerHeight}`],
    [t('help.tech.time'), now],
  ]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
