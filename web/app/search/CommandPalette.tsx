import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import {
  IconForms,
  IconLogout,
  IconMoonStars,
  IconPlus,
  IconScan,
  IconSearch,
  IconUserCircle,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ResourceName, registry } from '#core/registry.ts'
import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import type { searchRecords } from '#core/resources/searchRecords.ts'
import { fillableForms, titleOf, useGeneratedForms } from '#web/domains/tools/useGeneratedForms.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { signOut, switchBack } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { configurationIcons } from '../configurationIcons.ts'
import { configurationMenu, type MenuEntry, mainMenu, maySee } from '../menu.ts'
import { recordScreen, screens } from '../screens.ts'
import { useEnterSelectsFirst } from './useEnterSelectsFirst.ts'

const [store, palette] = createSpotlight()

export function openCommandPalette(): void {
  palette.open()
}

interface CommandPaletteProps {
  onScan: () => void
  /** Takes what was typed while the palette was loading. */
  takeTyped: RefObject<() => string>
}

/** Ctrl or ⌘ K: searches records of every kind, screens and actions. */
export function CommandPalette({ onScan, takeTyped }: CommandPaletteProps) {
  const { t } = useTranslation()
  const user = useUser()
  const [text, setText] = useState('')
  const { groups: records, isAsking } = useFoundRecords(text)
  const screenActions = useScreenActions([...mainMenu(user), ...configurationMenu(user)])
  const userActions = useUserActions(onScan)
  // Close at the end of a session, so that the next one does not begin with an open palette.
  useEffect(() => palette.close, [])
  const found = { group: t('shell.palette_screens'), actions: matching(screenActions, text) }
  // Text that begins the name of a screen ranks screens first; any other text ranks records first.
  const isNamed = found.actions.some(({ label }) =>
    label?.toLowerCase().startsWith(text.trim().toLowerCase()),
  )
  const groups: SpotlightActionGroupData[] = [
    ...(isNamed ? [found, ...records] : [...records, found]),
    { group: t('shell.palette_actions'), actions: text === '' ? [] : matching(userActions, text) },
  ].filter(({ actions }) => actions.length > 0)
  const onEnter = useEnterSelectsFirst(store, groups, isAsking)
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={(_, actions) => actions}
      query={text}
      onQueryChange={setText}
      shortcut={['mod + K']}
      scrollable
      maxHeight="min(60vh, 560px)"
      nothingFound={t(isAsking ? 'ui.loading' : 'shell.palette_empty')}
      searchProps={{
        leftSection: <IconSearch size={20} />,
        placeholder: t('shell.palette_hint'),
        maxLength: 64,
        'aria-label': t('shell.palette'),
        onKeyDownCapture: onEnter,
        onFocus: () => {
          const typed = takeTyped.current()
          setText((entered) => entered + typed)
        },
      }}
    />
  )
}

/** Records that the server finds, grouped by kind, in the order of the best match. */
function useFoundRecords(text: string): { groups: SpotlightActionGroupData[]; isAsking: boolean } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const [search] = useDebouncedValue(text.trim(), 120)
  const found = useQuery({
    queryKey: ['search', search],
    queryFn: reading<typeof searchRecords>('/search', { query: { search } }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })
  const typed = text.trim()
  const isAsking = typed.length > 1 && (typed !== search || found.isPending || found.isPlaceholderData)
  if (search.length < 2 || typed === '') return { groups: [], isAsking }
  const groups = new Map<string, SpotlightActionData[]>()
  for (const { object_ref, object_id, title, detail } of found.data?.found ?? []) {
    const place = recordScreen(object_ref, object_id)
    if (!place || !maySee(user, place.screen)) continue
    const group = t(`records.${object_ref}.label`)
    const action = {
      id: `${object_ref}-${object_id}`,
      label: title,
      description: detail ?? undefined,
      onClick: () => void navigate(place.address),
    }
    groups.set(group, [...(groups.get(group) ?? []), action])
  }
  return { groups: [...groups].map(([group, actions]) => ({ group, actions })), isAsking }
}

function useScreenActions(entries: readonly MenuEntry[]): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return entries.map(({ path, title, icon }) => {
    const Icon = icon ?? configurationIcons[path]
    return {
      id: path,
      label: t(title),
      leftSection: Icon && <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate(path),
    }
  })
}

/** A new record of each kind that the user may create, and the entries of the user menu. */
function useUserActions(onScan: () => void): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const may = useMay()
  const forms = useGeneratedForms()
  const { toggleColorScheme } = useMantineColorScheme()
  const makeable = screens.flatMap(({ resource, shows }) => {
    const kind: Resource | undefined = registry[(resource ?? shows) as ResourceName]
    const place = kind && hasCall(kind, 'create') && recordScreen(kind.name)
    return place && maySee(user, place.screen) && may(permissionFor(kind, 'create'))
      ? [{ kind, ...place }]
      : []
  })
  return [
    ...makeable.map(({ kind, address }) => ({
      id: `new-${kind.name}`,
      label: t('shell.palette_new', { kind: t(`records.${kind.name}.single`) }),
      leftSection: <IconPlus size={18} />,
      onClick: () => void navigate(address),
    })),
    ...fillableForms(forms.data).map((form) => ({
      id: `form-${form.form_id}`,
      label: t('shell.palette_form', { form: titleOf(form) }),
      leftSection: <IconForms size={18} />,
      onClick: () => void navigate(`/forms/${form.form_id}`),
    })),
    {
      id: 'scan',
      label: t('shell.scan'),
      leftSection: <IconScan size={18} />,
      onClick: onScan,
    },
    {
      id: 'brightness',
      label: t('shell.palette_brightness'),
      leftSection: <IconMoonStars size={18} />,
      onClick: toggleColorScheme,
    },
    {
      id: 'profile',
      label: t('shell.my_profile'),
      leftSection: <IconUserCircle size={18} />,
      onClick: () => void navigate('/users/my_profile'),
    },
    {
      id: 'log-out',
      label: t(user.impersonated_by ? 'shell.switch' : 'shell.log_out'),
      leftSection: <IconLogout size={18} />,
      onClick: () => void (user.impersonated_by ? switchBack() : signOut()),
    },
  ]
}

function matching(actions: SpotlightActionData[], text: string): SpotlightActionData[] {
  const typed = text.trim().toLowerCase()
  return actions.filter(({ label }) => label?.toLowerCase().includes(typed))
}
