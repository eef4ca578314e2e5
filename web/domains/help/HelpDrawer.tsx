import '@mantine/core/styles/Drawer.css'
import { Button, Drawer, Group, Stack, Title } from '@mantine/core'
import { IconLanguage, IconPlus, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { ArticleList } from './ArticleList.tsx'
import { HelpSearch } from './HelpSearch.tsx'

interface HelpDrawerProps {
  opened: boolean
  onClose: () => void
  /** The module of the screen behind it. */
  module: string
  onTour: () => void
}

/** The help next to the screen: articles about it first, then all, or the results of a search. */
export function HelpDrawer({ opened, onClose, module, onTour }: HelpDrawerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [article, setArticle] = useState<number>()
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size="md"
        title={t('help.title')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Stack gap="md">
          <HelpSearch search={search} onSearch={setSearch} />
          {search === '' && (
            <section>
              <Title order={2} size="h5" mb="xs">
                {t('help.about_this')}
              </Title>
              <ArticleList search="" module={module} onOpen={setArticle} isEnabled={opened} />
            </section>
          )}
          <section>
            <Title order={2} size="h5" mb="xs">
              {t(search === '' ? 'help.all' : 'help.found')}
            </Title>
            <ArticleList search={search} module="" onOpen={setArticle} isEnabled={opened} />
          </section>
          <Actions onClose={onClose} onTour={onTour} />
        </Stack>
      </Drawer>
      <ArticleDialog id={article} onClose={() => setArticle(undefined)} />
    </>
  )
}

const LINKS = [
  {
    text: 'help.add',
    to: 'help_articles/add',
    Icon: IconPlus,
    needs: 'help_articles.create',
    variant: 'filled',
  },
  {
    text: 'help.translate',
    to: 'help_articles/translate',
    Icon: IconLanguage,
    needs: 'help_articles.update',
    variant: 'default',
  },
  { text: 'help.edit_articles', to: 'help_articles', Icon: IconSettings, needs: null, variant: 'default' },
] as const

function Actions({ onClose, onTour }: Pick<HelpDrawerProps, 'onClose' | 'onTour'>) {
  const { t } = useTranslation()
  const may = useMay()
  const isInternal = useUser().user_type === 'employee'
  const links = LINKS.filter(({ needs }) => isInternal && (!needs || may(needs)))
  return (
    <Group gap="xs">
      <Button variant="default" onClick={onTour}>
        {t('help.tour.start')}
      </Button>
      {links.map(({ text, to, Icon, variant }) => (
        <Button
          key={to}
          component={Link}
          to={`/configuration/${to}`}
          onClick={onClose}
          variant={variant}
          leftSection={<Icon size={16} />}
        >
          {t(text)}
        </Button>
      ))}
    </Group>
  )
}
