import { ActionIcon, Button, FileButton, Group, Modal, Slider, Stack, Text, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowBackUp, IconPhoto, IconRotateClockwise } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import type { imageCalls } from '#core/resources/imageCalls.ts'
import { request } from '#web/platform/request.ts'
import { toast } from '#web/platform/toast.ts'
import { cropImage } from './cropImage.ts'

/** As the server has it. */
const LARGEST_FILE = 10_000_000
const TYPES = ['image/png', 'image/jpeg', 'image/gif']
/** How much nearer a notch of the wheel or a key brings the picture: 10 %. */
const ZOOM_STEP = 0.1
/** What a notch of the wheel is multiplied by to come to that: it counts 100 pixels, of which 200 are 100 %. */
const ZOOM_SPEED = 2 * ZOOM_STEP
/** Turns that follow one another this soon are one step to undo, ms. */
const TURN_PAUSE = 250
const START = { crop: { x: 0, y: 0 }, zoom: 1, rotation: 0 }

type Calls = ReturnType<typeof imageCalls>

interface ImageDialogProps {
  /** Where the image is put, such as `/me/photo`. */
  path: string
  /** What the server calls it: a photo is cut to a square, a logo keeps its shape. */
  name: 'photo' | 'logo' | 'picture'
  canRemove: boolean
  onClose: () => void
  onSaved: (answer: unknown) => void
}

/** Chooses a picture, turns and cuts it, and puts it in the place of the one before. */
export function ImageDialog({ path, name, canRemove, onClose, onSaved }: ImageDialogProps) {
  const { t } = useTranslation()
  const [source, setSource] = useState<string | null>(null)
  const [shape, setShape] = useState(1)
  const { view, setView, settle, undo, canUndo, restart } = useSteps()
  const settleTurn = useDebouncedCallback(settle, TURN_PAUSE)
  const area = useRef<Area | null>(null)
  useEffect(() => () => void (source && URL.revokeObjectURL(source)), [source])

  const choose = async (file: File | null) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return void toast(t('messages.file_type'), 'error')
    if (file.size > LARGEST_FILE) return void toast(t('messages.file_size'), 'error')
    const address = URL.createObjectURL(file)
    if (!(await isPicture(address))) {
      URL.revokeObjectURL(address)
      return void toast(t('messages.file_type'), 'error')
    }
    setSource(address)
    restart()
  }
  const saved = (answer: unknown) => {
    onSaved(answer)
    onClose()
  }
  const save = useMutation({
    mutationFn: async () => {
      const form = new FormData()
      form.append(`${name}_file`, await cropImage(source!, area.current!, view.rotation), `${name}.png`)
      return request<Calls['putImage']>('POST', path, { form })
    },
    onSuccess: saved,
  })
  const remove = useMutation({
    mutationFn: () => request<Calls['removeImage']>('DELETE', path),
    onSuccess: saved,
  })
  const rotate = () => {
    const next = { ...view, rotation: (view.rotation + 90) % 360 }
    setView(next)
    settleTurn(next)
  }
  const isTurned = view.rotation % 180 !== 0
  const aspect = name === 'photo' ? 1 : isTurned ? 1 / shape : shape
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`resources.image.change_${name}`)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        {source && (
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
                onCropComplete={(_, pixels) => (area.current = pixels)}
                onMediaLoaded={({ naturalWidth, naturalHeight }) => setShape(naturalWidth / naturalHeight)}
              />
            </div>
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
              <Tooltip label={t('resources.image.rotate')}>
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('resources.image.rotate')}
                  onClick={rotate}
                >
                  <IconRotateClockwise size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('resources.image.undo')}>
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('resources.image.undo')}
                  disabled={!canUndo}
                  onClick={undo}
                >
                  <IconArrowBackUp size={18} />
                </ActionIcon>
              </Tooltip>
            </Group>
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('resources.image.hint')}
        </Text>
        <Group justify="space-between">
          <Group gap="xs">
            <FileButton onChange={(file) => void choose(file)} accept={TYPES.join(',')}>
              {(props) => (
                <Button variant="default" leftSection={<IconPhoto size={18} />} {...props}>
                  {t(source ? 'resources.image.replace' : 'resources.image.choose')}
                </Button>
              )}
            </FileButton>
            {canRemove && !source && (
              <Button
                variant="subtle"
                color="urgent"
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t('resources.image.remove')}
              </Button>
            )}
          </Group>
          <Button disabled={!source} loading={save.isPending} onClick={() => save.mutate()}>
            {t('resources.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Whether the browser can draw it, whatever its name says. */
function isPicture(address: string): Promise<boolean> {
  const picture = new Image()
  picture.src = address
  return picture.decode().then(
    () => true,
    () => false,
  )
}

/** How the picture lies, and the way back through what was done to it. */
function useSteps() {
  const [view, setView] = useState(START)
  const [steps, setSteps] = useState([START])
  return {
    view,
    setView,
    /** Says that a step is done. */
    settle: (done: typeof START) =>
      setSteps((before) => (isSame(before.at(-1)!, done) ? before : [...before, done])),
    undo: () => {
      const left = steps.slice(0, -1)
      setSteps(left)
      setView(left.at(-1)!)
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
