import { Paper, SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { useLanguage } from '#web/platform/language.tsx'
import {
  ANIMATIONS,
  type Appearance,
  OVERLAYS,
  SIDEBAR_IMAGES,
  useAppearance,
} from '#web/platform/useAppearance.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldGrid } from '#web/resources/form/FieldGrid.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'

/** How screens look in this browser: brightness, menu, direction and the animation between screens. */
export function AppearancePanel() {
  const { t } = useTranslation()
  const isForced = useLanguage().direction === 'rtl'
  const [look, change] = useAppearance()
  return (
    <Paper p="md">
      <Stack gap="sm">
        {/* Its control measures its indicator once; a new key measures it again after the direction changes. */}
        <Brightness key={String(isForced || look.isRightToLeft)} />
        <Switch
          label={t('preferences.mini')}
          checked={look.isMini}
          onChange={(event) => change({ isMini: event.currentTarget.checked })}
        />
        <Switch
          label={t('preferences.right_to_left')}
          description={isForced ? t('preferences.right_to_left_forced') : undefined}
          checked={isForced || look.isRightToLeft}
          disabled={isForced}
          onChange={(event) => change({ isRightToLeft: event.currentTarget.checked })}
        />
        <LookChoices look={look} change={change} />
        <Text size="xs" c="dimmed">
          {t('preferences.saved_in_browser')}
        </Text>
      </Stack>
    </Paper>
  )
}

interface LookChoicesProps {
  look: Appearance
  change: (changed: Partial<Appearance>) => void
}

/** The image of the menu and the animation. */
function LookChoices({ look, change }: LookChoicesProps) {
  const { t } = useTranslation()
  const named = <V extends string>(group: string, values: readonly V[]) =>
    values.map((value) => ({ value, label: t(`preferences.${group}.${value}`) }))
  return (
    <FieldGrid>
      <SelectInput
        label={t('preferences.sidebar_image')}
        data={named('sidebar_images', SIDEBAR_IMAGES)}
        value={look.sidebarImage}
        onChange={(image) => image && change({ sidebarImage: image })}
      />
      <SelectInput
        label={t('preferences.overlay')}
        data={named('overlays', OVERLAYS)}
        value={look.overlay}
        disabled={look.sidebarImage === 'none'}
        onChange={(overlay) => overlay && change({ overlay })}
      />
      <SelectInput
        label={t('preferences.animation')}
        description={t('preferences.animation_help')}
        data={named('animations', ANIMATIONS)}
        value={look.animation}
        onChange={(animation) => animation && change({ animation })}
      />
    </FieldGrid>
  )
}

function Brightness() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div>
      <Text size="sm" fw={500} id="brightness">
        {t('preferences.scheme')}
      </Text>
      <SegmentedControl
        aria-labelledby="brightness"
        mt="xs"
        value={colorScheme}
        data={[
          { value: 'light', label: t('shell.light') },
          { value: 'dark', label: t('shell.dark') },
          { value: 'auto', label: t('preferences.auto') },
        ]}
        onChange={(scheme) => setColorScheme(scheme)}
      />
    </div>
  )
}
