import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '#web/platform/api.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import { configurationMenu, mainMenu } from './menu.ts'

const [store, palette] = createSpotlight()

export function openPalette(): void {
  palette.open()
}

interface FoundDevice {
  device_id: number
  public_id: string
  label: string | null
  company_title: string | null
}

/** Ctrl or ⌘ K: every screen the user may open, and devices by any part of their names. */
export function Palette() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const may = useMay()
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['devices', 'palette', text],
    queryFn: ({ signal }) =>
      call<{ devices: FoundDevice[] }>(
        'GET',
        `/devices?${new URLSearchParams({ search: text, page_size: '8', status: 'all' })}`,
        undefined,
        { signal },
      ),
    enabled: text.length > 1 && may('devices.read'),
  })
  const actions: SpotlightActionData[] = [
    ...[...mainMenu(user), ...configurationMenu(user)].map(({ path, title }) => ({
      id: path,
      label: t(title),
      onClick: () => void navigate(path),
    })),
    ...(found.data?.devices ?? []).map(({ device_id, public_id, label, company_title }) => ({
      id: `device-${device_id}`,
      label: label ?? public_id,
      description: [public_id, company_title].filter(Boolean).join(' · '),
      // What the server found for this text is shown, whatever of it stands in the label.
      keywords: [text],
      onClick: () => void navigate(`/devices/profile/${device_id}`),
    })),
  ]
  return (
    <Spotlight
      store={store}
      actions={actions}
      query={text}
      onQueryChange={setText}
      shortcut={['mod + K']}
      limit={12}
      highlightQuery
      nothingFound={t('shell.palette_empty')}
      searchProps={{
        leftSection: <IconSearch size={20} />,
        placeholder: t('shell.palette_hint'),
        'aria-label': t('shell.palette'),
      }}
    />
  )
}
