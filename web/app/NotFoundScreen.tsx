import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation, useNavigate, useOutletContext } from 'react-router'
import { useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { configurationMenu, type MenuEntry, mainMenu } from './menu.ts'

const MAX_SUGGESTIONS = 5

/** Nothing exists at this address: offers the way back, the search, and likely screens. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(t('screens.missing'))
  const { pathname } = useLocation()
  const user = useUser()
  // The layout provides the search.
  const openPalette = useOutletContext<() => void>()
  const meant = likeliest(pathname, [...mainMenu(user), ...configurationMenu(user)])
  return (
    <Stack align="flex-start">
      <Title order={1}>{t('screens.missing')}</Title>
      <Text c="dimmed">{t('screens.missing_why')}</Text>
      <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        <bdi dir="ltr">{pathname}</bdi>
      </Text>
      {meant.length > 0 && <Meant entries={meant} />}
      <Group>
        <Button component={Link} to="/dashboard">
          {t('failure.to_dashboard')}
        </Button>
        <Button variant="default" onClick={() => void navigate(-1)}>
          {t('shell.back')}
        </Button>
        <Button variant="default" onClick={openPalette}>
          {t('shell.palette')}
        </Button>
      </Group>
    </Stack>
  )
}

function Meant({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text fw={600}>{t('screens.meant')}</Text>
      <List>
        {entries.map(({ path, title }) => (
          <List.Item key={path}>
            <Anchor component={Link} to={path}>
              {t(title)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  )
}

/** The screens with the addresses most similar to the requested one. */
function likeliest(pathname: string, entries: readonly MenuEntry[]): MenuEntry[] {
  const requested = partsOf(pathname)
  return entries
    .map((entry) => ({ entry, likeness: likenessOf(requested, partsOf(entry.path)) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ entry }) => entry)
}

/** The words of an address, without "configuration", which does not help to find the intended screen. */
function partsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/_-]/)
    .filter((part) => part.length > 2 && part !== 'configuration')
}

/** How many words of one address match words of the other; a singular matches its plural. */
function likenessOf(requested: readonly string[], offered: readonly string[]): number {
  return requested.filter((part) => offered.some((other) => other.startsWith(part) || part.startsWith(other)))
    .length
}
