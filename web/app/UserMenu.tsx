import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconKeyboard, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { versionText } from '#web/platform/build.ts'
import { signOut, useUser } from '#web/platform/session.tsx'
import { CONFIGURATION_ICON as ConfigurationIcon, configurationMenu } from './menu.ts'

/** Who is signed in, and what he decides for himself. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const { setColorScheme } = useMantineColorScheme()
  const [configuration] = configurationMenu(user)
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={t('shell.account')}>
          <Avatar src={user.photo_thumb} name={user.combined_name} color="brand" size={36} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {user.combined_name}
          </Text>
          <Text size="xs">{user.company}</Text>
          <Text size="xs">{t(`login_types.${user.login_type_id}`)}</Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/users/my_profile" leftSection={<IconUserCircle size={18} />}>
          {t('shell.my_profile')}
        </Menu.Item>
        {configuration && (
          <Menu.Item component={Link} to={configuration.path} leftSection={<ConfigurationIcon size={18} />}>
            {t('shell.configuration')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'shell.light' : 'shell.dark')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={18} />} visibleFrom="sm" onClick={onKeys}>
          {t('shell.keys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
          {t('shell.log_out')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.version', { version: versionText() })}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
