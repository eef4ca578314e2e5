import {
  Badge,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import {
  IconBuilding,
  IconForms,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconPhoto,
  IconRoute2,
  IconSun,
  IconSwitchHorizontal,
  IconUserCircle,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { fillableForms, useGeneratedForms } from '#web/domains/tools/useGeneratedForms.ts'
import { versionText } from '#web/platform/build.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { lock } from '#web/platform/session/lock.ts'
import { replaceUser, useUser } from '#web/platform/session/session.tsx'
import { signOut, switchBack, switchOrganisation } from '#web/platform/session/signingIn.ts'
import { toastRefusal } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StoredImage } from '#web/resources/image/RecordImage.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { CONFIGURATION_ICON as ConfigurationIcon, configurationMenu } from '../menu.ts'

const ImageDialog = lazyPart(() => import('#web/resources/image/ImageDialog.tsx').then((m) => m.ImageDialog))

/** Shows who is signed in, with their personal actions. */
export function UserMenu({ onKeys, onTour }: { onKeys: () => void; onTour: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const hasConfiguration = configurationMenu(user).length > 0
  const photo = usePhotoDialog(user)
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton aria-label={t('shell.account')}>
            <StoredImage address={user.photo_thumb} name={user.combined_name} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <WhoIsSignedIn user={user} />
          <Menu.Item component={Link} to="/users/my_profile" leftSection={<IconUserCircle size={18} />}>
            {t('shell.my_profile')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/users/my_organizations"
            leftSection={<IconBuilding size={18} aria-hidden />}
          >
            {t('security.organisations.title')}
          </Menu.Item>
          {!user.impersonated_by && (
            <Menu.Item leftSection={<IconPhoto size={18} />} onClick={photo.open}>
              {t('resources.change_photo')}
            </Menu.Item>
          )}
          <Forms />
          {hasConfiguration && (
            <Menu.Item component={Link} to="/configuration" leftSection={<ConfigurationIcon size={18} />}>
              {t('shell.configuration')}
            </Menu.Item>
          )}
          <ColorScheme />
          <Menu.Item leftSection={<IconKeyboard size={18} />} visibleFrom="sm" onClick={onKeys}>
            {t('shell.keys')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRoute2 size={18} />} onClick={onTour}>
            {t('help.tour.start')}
          </Menu.Item>
          <Organisations user={user} />
          <Menu.Divider />
          {user.impersonated_by ? (
            <Menu.Item leftSection={<IconSwitchHorizontal size={18} />} onClick={() => void switchBack()}>
              {t('shell.switch')}
            </Menu.Item>
          ) : (
            <>
              <Menu.Item leftSection={<IconLock size={18} />} onClick={lock}>
                {t('shell.lock')}
              </Menu.Item>
              <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
                {t('shell.log_out')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Label>{t('shell.version', { version: versionText() })}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      {photo.place}
    </>
  )
}

function usePhotoDialog(user: CurrentUser) {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    place: isOpen && (
      <Suspense fallback={<Loading what="dialog" />}>
        <ImageDialog
          path="/me/photo"
          name="photo"
          canRemove={user.photo_thumb !== null}
          onClose={() => setOpen(false)}
          onSaved={(response) => replaceUser((response as { user: CurrentUser }).user)}
        />
      </Suspense>
    ),
  }
}

function WhoIsSignedIn({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  return (
    <Menu.Label>
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {user.combined_name}
      </Text>
      <Text size="xs">{user.company}</Text>
      <Text size="xs">{t(`login_types.${user.login_type_id}`)}</Text>
      {/* The header of a phone has no room for it. */}
      {user.login_type_id === 'developer' && (
        <Badge color="mild" mt={4} hiddenFrom="sm">
          {t('shell.dev_mode')}
        </Badge>
      )}
    </Menu.Label>
  )
}

/** Switches between light and dark. */
function ColorScheme() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu.Item
      leftSection={isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {t(isDark ? 'shell.light' : 'shell.dark')}
    </Menu.Item>
  )
}

/** The link to the forms that the user may fill in; hidden without any. */
function Forms() {
  const { t } = useTranslation()
  const { data } = useGeneratedForms()
  if (fillableForms(data).length === 0) return null
  return (
    <Menu.Item component={Link} to="/forms" leftSection={<IconForms size={18} aria-hidden />}>
      {t('screens.forms')}
    </Menu.Item>
  )
}

const MAX_SHOWN = 5

/** Switches to another organisation of the user; many of them have a screen of their own. */
function Organisations({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  const others = user.accounts.filter(({ company_id }) => company_id !== user.company_id)
  if (user.impersonated_by || others.length === 0 || others.length > MAX_SHOWN) return null
  return (
    <>
      <Menu.Divider />
      {others.map(({ company_id, company }) => (
        <Menu.Item
          key={company_id}
          leftSection={<IconSwitchHorizontal size={18} aria-hidden />}
          onClick={() => void switchOrganisation(company_id).catch(toastRefusal)}
        >
          {t('security.organisations.switch_to', { company })}
        </Menu.Item>
      ))}
    </>
  )
}
