import '@mantine/core/styles/Slider.css'
import { ActionIcon, Button, FileButton, Group, Slider, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowBackUp, IconPhoto, IconRotateClockwise } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import 'react-easy-crop/react-easy-crop.css'
import type { imageCalls } from '#core/resources/calls/imageCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import { cropImage } from './cropImage.ts'

/** The server's limits. */
const MAX_FILE_BYTES = 10_000_000
const TYPES = ['image/png', 'image/jpeg', 'image/gif']
/** A notch of the wheel or a key zooms by 10 %. */
const ZOOM_STEP = 0.1
/** The zoom speed for that: a notch counts 100 pixels, and 200 pixels are 100 %. */
const ZOOM_SPEED = 2 * ZOOM_STEP
/** Rotations within this time are one step to undo, ms. */
const ROTATION_PAUSE_MS = 250
const START = { crop: { x: 0, y: 0 }, zoom: 1, rotation: 0 }

type Calls = ReturnType<typeof imageCalls>

interface ImageDialogProps {
  /** The path of the upload, such as `/me/photo`. */
  path: string
  /** The server's name of it: a photo is cropped to a square, a logo keeps its shape. */
  name: 'photo' | 'logo' | 'picture'
  canRemove: boolean
  onClose: () => void
  onSaved: (answer: unknown) => void
}

/** Chooses a picture, rotates and crops it, and uploads it in place of the previous one. */
export function ImageDialog({ path, name, canRemove, onClose, onSaved }: ImageDialogProps) {
  const { t } = useTranslation()
  const steps = useSteps()
  const { source, choose } = useSource(steps.restart)
  const area = useRef<Area | null>(null)
  const { save, remove } = useUpload(path, name, (response) => {
    onSaved(response)
    onClose()
  })
  const upload = () => {
    if (source && area.current) save.mutate({ source, area: area.current, rotation: steps.view.rotation })
  }
  return (
    <Dialog onClose={onClose} title={t(`resources.image.change_${name}`)}>
      <Stack>
        {source && <Crop {...{ source, name, steps }} onArea={(pixels) => (area.current = pixels)} />}
        <Text size="sm" c="dimmed">
          {t('resources.image.hint')}
        </Text>
        <Group justify="space-between">
          <Group gap="xs">
            <ChooseButton isReplacing={source !== null} onChoose={choose} />
            {canRemove && !source && (
              <RemoveButton isBusy={remove.isPending} onRemove={() => remove.mutate()} />
            )}
          </Group>
          <Button disabled={!source} loading={save.isPending} onClick={upload}>
            {t('resources.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The object URL of the chosen picture, while it is shown. */
function useSource(onChosen: () => void) {
  const { t } = useTranslation()
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => () => void (source && URL.revokeObjectURL(source)), [source])
  const choose = async (file: File | null) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return void toast(t('messages.file_type'), 'error')
    if (file.size > MAX_FILE_BYTES) return void toast(t('messages.file_size'), 'error')
    const address = URL.createObjectURL(file)
    if (!(await isPicture(address))) {
      URL.revokeObjectURL(address)
      return void toast(t('messages.file_type'), 'error')
    }
    setSource(address)
    onChosen()
  }
  return { source, choose }
}

interface Cropped {
  source: string
  area: Area
  rotation: number
}

function useUpload(path: string, name: ImageDialogProps['name'], onSuccess: (answer: unknown) => void) {
  const save = useMutation({
    mutationFn: async ({ source, area, rotation }: Cropped) => {
      const form = new FormData()
      form.append(`${name}_file`, await cropImage(source, area, rotation), `${name}.png`)
      return request<Calls['putImage']>('POST', path, { form })
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => request<Calls['removeImage']>('DELETE', path), onSuccess })
  return { save, remove }
}

type Steps = ReturnType<typeof useSteps>

interface CropProps {
  source: string
  name: ImageDialogProps['name']
  steps: Steps
  onArea: (area: Area) => void
}

/** The picture and the part of it that will be stored. */
function Crop({ source, name, steps, onArea }: CropProps) {
  const [shape, setShape] = useState(1)
  const { view, setView, settle } = steps
  const isTurned = view.rotation % 180 !== 0
  const aspect = name === 'photo' ? 1 : isTurned ? 1 / shape : shape
  return (
    <>
      <div style={{ position: 'relative', height: 280, background: 'var(--mantine-color-dark-8)' }}>
        <Cropper
          image={source}
          {...view}
          aspect={aspect}
          cropShape={name === 'photo' ? 'round' : 'rect'}
          zoomSpeed={ZOOM_SPEED}
          disableAutomaticStylesInjection
          onCropChange={(crop) => setView({ ...view, crop })}
          onZoomChange={(zoom) => setView({ ...view, zoom })}
          onInteractionEnd={() => settle(view)}
          onCropComplete={(_, pixels) => onArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setShape(naturalWidth / naturalHeight)}
        />
      </div>
      <CropTools steps={steps} />
    </>
  )
}

function CropTools({ steps: { view, setView, settle, undo, canUndo } }: { steps: Steps }) {
  const { t } = useTranslation()
  const undoText = t('resources.image.undo')
  const settleTurn = useDebouncedCallback(settle, ROTATION_PAUSE_MS)
  const rotate = () => {
    const next = { ...view, rotation: (view.rotation + 90) % 360 }
    setView(next)
    settleTurn(next)
  }
  return (
    <Group wrap="nowrap">
      <Text size="sm">{t('resources.image.zoom')}</Text>
      <Slider
        flex={1}
        thumbLabel={t('resources.image.zoom')}
        label={null}
        min={1}
        max={3}
        step={ZOOM_STEP}
        value={view.zoom}
        onChange={(zoom) => setView({ ...view, zoom })}
        onChangeEnd={(zoom) => settle({ ...view, zoom })}
      />
      <Hint label={t('resources.image.rotate')}>
        <ActionIcon variant="default" size="lg" aria-label={t('resources.image.rotate')} onClick={rotate}>
          <IconRotateClockwise size={18} />
        </ActionIcon>
      </Hint>
      <Hint label={undoText}>
        <ActionIcon variant="default" size="lg" aria-label={undoText} disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Hint>
    </Group>
  )
}

interface ChooseButtonProps {
  isReplacing: boolean
  onChoose: (file: File | null) => Promise<void>
}

function ChooseButton({ isReplacing, onChoose }: ChooseButtonProps) {
  const { t } = useTranslation()
  return (
    <FileButton onChange={(file) => void onChoose(file)} accept={TYPES.join(',')}>
      {(props) => (
        <Button variant="default" leftSection={<IconPhoto size={18} />} {...props}>
          {t(isReplacing ? 'resources.image.replace' : 'resources.image.choose')}
        </Button>
      )}
    </FileButton>
  )
}

function RemoveButton({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" color="urgent" loading={isBusy} onClick={onRemove}>
      {t('resources.image.remove')}
    </Button>
  )
}

/** Whether the browser can decode it, whatever its extension. */
function isPicture(address: string): Promise<boolean> {
  const picture = new Image()
  picture.src = address
  return picture.decode().then(
    () => true,
    () => false,
  )
}

/** The position of the picture, with undo. */
function useSteps() {
  const [view, setView] = useState(START)
  const [steps, setSteps] = useState([START])
  return {
    view,
    setView,
    /** Completes a step. */
    settle: (done: typeof START) =>
      setSteps((before) => (isSame(lastOf(before), done) ? before : [...before, done])),
    undo: () => {
      const left = steps.slice(0, -1)
      setSteps(left)
      setView(lastOf(left))
    },
    canUndo: steps.length > 1,
    restart: () => {
      setView(START)
      setSteps([START])
    },
  }
}

function isSame(a: typeof START, b: typeof START): boolean {
  return a.zoom === b.zoom && a.rotation === b.rotation && a.crop.x === b.crop.x && a.crop.y === b.crop.y
}
