import { Avatar, Button, Group } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { pathOf, permissionFor, type Resource } from '#core/resources/definition.ts'
import { download } from '#web/platform/calls/api.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { titleOf } from '#web/resources/titleOf.ts'
import { Loading } from '../../ui/Loading.tsx'
import type { AnyRecord } from '../useRecords.ts'

const ImageDialog = lazy(() => import('./ImageDialog.tsx').then((m) => ({ default: m.ImageDialog })))

interface StoredImageProps {
  /** Its address on the server; null shows the initials of the name. */
  address: string | null | undefined
  /** The person, company or thing in the image. */
  name: string
  size?: number
  radius?: string
}

/** A photo or a logo, fetched with the session's token; the initials until loaded, and without one. */
export function StoredImage({ address, name, size = 36, radius = 'xl' }: StoredImageProps) {
  const { data } = useQuery({
    queryKey: ['images', address],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: address
      ? async ({ signal }) => dataUrlOf((await download(address, { signal })).blob)
      : skipToken,
  })
  return (
    <Avatar
      src={address ? (data ?? null) : null}
      alt={name}
      name={name}
      color="brand"
      size={size}
      radius={radius}
      styles={{ image: { objectFit: 'contain' } }}
    />
  )
}

/** Reads a blob as a data URL, which need not be revoked. */
function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

interface RecordImageProps {
  resource: Resource
  record: AnyRecord
  /** The field of the kind `image`. */
  field: string
  /** The name of the image in the API. */
  name: 'photo' | 'logo' | 'picture'
}

/** The image of a record; users who may change the record can replace it. Without a photo a person has their initials. */
export function RecordImage({ resource, record, field, name }: RecordImageProps) {
  const may = useMay()
  const path = `${pathOf(resource)}/${record[resource.id]}/${name}`
  const file = record[field]
  return (
    <Group>
      {(file != null || name === 'photo') && (
        <StoredImage
          address={file == null ? null : `${path}?size=full&v=${file}`}
          name={titleOf(resource, record)}
          size={72}
          radius={name === 'photo' ? 'xl' : 'sm'}
        />
      )}
      {may(permissionFor(resource, 'update')) && (
        <ChangeImage path={path} name={name} canRemove={file != null} />
      )}
    </Group>
  )
}

interface ChangeImageProps extends Pick<RecordImageProps, 'name'> {
  /** The address of the image on the server. */
  path: string
  canRemove: boolean
}

function ChangeImage({ path, name, canRemove }: ChangeImageProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconPhoto size={16} />} onClick={() => setOpen(true)}>
        {t(`resources.image.change_${name}`)}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading what="dialog" />}>
          <ImageDialog
            {...{ path, name, canRemove }}
            onClose={() => setOpen(false)}
            onSaved={() => void client.invalidateQueries()}
          />
        </Suspense>
      )}
    </>
  )
}
