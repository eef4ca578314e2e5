import { Anchor, Breadcrumbs, Group, Stack, Title } from '@mantine/core'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { WithNewRecords } from '#web/resources/form/ResourceForm.tsx'
import { ImportPlacesLink } from '../list/ImportPlacesLink.tsx'
import { NewPlaceForm } from './NewPlaceForm.tsx'
import { PlaceSetUp } from './PlaceSetUp.tsx'

/** Sets up a customer with a site, a tank and a device; with the id of a device: the next steps. */
export function NewPlaceScreen() {
  const { t } = useTranslation()
  usePageTitle(t('devices.place.title'))
  const { id } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const public_id = params.get('public_id')
  const preset = {
    company_id: idIn(params, 'company_id'),
    site_id: idIn(params, 'site_id'),
    ...(public_id && { public_id }),
  }
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Breadcrumbs>
        <Anchor component={Link} to="/devices" size="sm">
          {t('records.devices.label')}
        </Anchor>
        <span>{t('devices.place.title')}</span>
      </Breadcrumbs>
      <Group justify="space-between">
        <Title order={1}>{t('devices.place.title')}</Title>
        <ImportPlacesLink />
      </Group>
      {id ? (
        <PlaceSetUp device_id={Number(id)} />
      ) : (
        <WithNewRecords>
          <NewPlaceForm
            key={JSON.stringify(preset)}
            preset={preset}
            onMade={(device_id) => void navigate(`/new_place/${device_id}`, { replace: true })}
          />
        </WithNewRecords>
      )}
    </Stack>
  )
}

function idIn(params: URLSearchParams, name: string): number | null {
  const text = params.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
