import { Button, Group, Input } from '@mantine/core'
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import Pad, { type PointGroup } from 'signature_pad'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './ShipmentLoads.module.css'

export interface SignatureSource {
  /** The drawing as a PNG data URL. */
  read: () => string | undefined
}

interface SignaturePadProps {
  ref: Ref<SignatureSource>
  /** Typed instead by people who cannot draw. */
  name: string
  error: string | undefined
  /** Reports whether the sheet has ink; a new sheet has none. The function must not change between renders. */
  onChange: (isDrawn: boolean) => void
}

/** Ink and paper have fixed colors in light and dark mode: the drawing is stored and printed. */
const INK = '#10243e'

/** A place to sign with a pen, a finger or a mouse; or the typed name is drawn instead. */
export function SignaturePad({ ref, name, error, onChange }: SignaturePadProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  /** A new object for each cleared sheet, with the name that is written on it instead of a drawing. */
  const [sheet, setSheet] = useState({ written: '' })
  const label = useId()
  // A layout effect, so that a press on the form's button right after writing the name finds the ink reported.
  useLayoutEffect(() => {
    const paper = canvas.current
    if (!paper) return
    return draw(paper, sheet.written, onChange)
  }, [onChange, sheet])
  useImperativeHandle(ref, () => ({ read: () => canvas.current?.toDataURL('image/png') }))
  return (
    <Input.Wrapper
      label={<span id={label}>{t('shipments.signature')}</span>}
      labelElement="div"
      withAsterisk
      error={error}
    >
      <canvas ref={canvas} className={styles.pad} role="img" aria-labelledby={label} data-field="signature" />
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="subtle" onClick={() => setSheet({ written: '' })}>
          {t('shipments.clear_signature')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={name.trim() === ''}
          onClick={() => setSheet({ written: name.trim() })}
        >
          {t('shipments.type_signature')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

/** Lets a user sign on a canvas, which may already show a typed name. @returns a function that stops it */
function draw(paper: HTMLCanvasElement, name: string, onChange: (isDrawn: boolean) => void): () => void {
  const pad = new Pad(paper, { penColor: INK, minWidth: 1, maxWidth: 3 })
  // The library follows a pen by `persistentDeviceId`, which some pens report only after the first event of a stroke. It would
  // then ignore the rest of the stroke and wait forever for its end.
  Object.assign(pad, { _getPointerId: ({ pointerId }: PointerEvent) => pointerId })
  let written = name
  let isDrawing = false
  let width = 0
  // A canvas has its own pixels: they follow its size on the screen, and strokes scale with it, so that turning a phone loses nothing.
  const follow = () => {
    // Clearing the paper during a stroke would leave the pad waiting forever for its end.
    if (isDrawing || paper.offsetWidth === 0) return
    const strokes = pad.toData()
    const scale = width === 0 ? 1 : paper.offsetWidth / width
    width = paper.offsetWidth
    sizePaper(paper)
    pad.fromData(strokes.map((stroke) => scaled(stroke, scale)))
    if (written) writeName(paper, written)
  }
  pad.addEventListener('beginStroke', () => {
    isDrawing = true
    written = ''
    // The end of a stroke can be lost, for example when another app comes to the front; ink on the paper is enough.
    onChange(true)
  })
  pad.addEventListener('endStroke', () => {
    isDrawing = false
    if (paper.offsetWidth !== width) follow()
  })
  onChange(written !== '')
  follow()
  const fit = new ResizeObserver(follow)
  fit.observe(paper)
  return () => {
    fit.disconnect()
    pad.off()
  }
}

function scaled(stroke: PointGroup, scale: number): PointGroup {
  return {
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }
}

function sizePaper(paper: HTMLCanvasElement): void {
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  paper.width = paper.offsetWidth * ratio
  paper.height = paper.offsetHeight * ratio
  paper.getContext('2d')?.scale(ratio, ratio)
}

/** The name in italics, as large as the paper allows. */
function writeName(paper: HTMLCanvasElement, name: string): void {
  const context = paper.getContext('2d')
  if (!context) return
  const [width, height] = [paper.offsetWidth, paper.offsetHeight]
  const fontOf = (size: number) => `italic ${size}px "Segoe Script", "Bradley Hand", cursive`
  const largest = height / 2.5
  context.save()
  context.font = fontOf(largest)
  const textWidth = Math.max(context.measureText(name).width, 1)
  context.font = fontOf(Math.min(largest, (largest * width * 0.9) / textWidth))
  context.fillStyle = INK
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, width / 2, height / 2)
  context.restore()
}
