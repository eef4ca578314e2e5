import { Button, CloseButton, Drawer, Group, Stack, TextInput, Title } from '@mantine/core'
import { IconLanguage, IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { ArticleList } from './ArticleList.tsx'

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
  const [typed, setTyped] = useState('')
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
          <Search typed={typed} onType={setTyped} onSearch={setSearch} />
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

function Actions({ onClose, onTour }: Pick<HelpDrawerProps, 'onClose' | 'onTour'>) {
  const { t } = useTranslation()
  const may = useMay()
  const isInternal = useUser().user_type === 'employee'
  return (
    <Group gap="xs">
      <Button variant="default" onClick={onTour}>
        {t('help.tour.start')}
      </Button>
      {isInternal && may('help_articles.create') && (
        <Button
          component={Link}
          to="/configuration/help_articles/add"
          onClick={onClose}
          leftSection={<IconPlus size={16} />}
        >
          {t('help.add')}
        </Button>
      )}
      {isInternal && may('help_articles.update') && (
        <Button
          component={Link}
          to="/configuration/help_articles/translate"
          onClick={onClose}
          variant="default"
          leftSection={<IconLanguage size={16} />}
        >
          {t('help.translate')}
        </Button>
      )}
      {isInternal && (
        <Button
          component={Link}
          to="/configuration/help_articles"
          onClick={onClose}
          variant="default"
          leftSection={<IconSettings size={16} />}
        >
          {t('help.edit_articles')}
        </Button>
      )}
    </Group>
  )
}

interface SearchProps {
  typed: string
  onType: (text: string) => void
  onSearch: (search: string) => void
}

function Search({ typed, onType, onSearch }: SearchProps) {
  const { t } = useTranslation()
  const type = (text: string) => {
    onType(text)
    if (text === '') onSearch('')
  }
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            type="search"
            maxLength={255}
            placeholder={t('help.search')}
            aria-label={t('help.search')}
            leftSection={<IconSearch size={16} />}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            rightSection={
              typed && <CloseButton aria-label={t('resources.clear_search')} onClick={() => type('')} />
            }
          />
          <Button type="submit" variant="default">
            {t('help.do_search')}
          </Button>
        </Group>
      </form>
    </search>
  )
}
