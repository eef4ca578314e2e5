import { Button, Group, Input } from '@mantine/core'
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import Pad, { type PointGroup } from 'signature_pad'
import styles from './ShipmentLoads.module.css'

export interface SignatureSource {
  /** The drawing as a PNG in a data address. */
  read: () => string | undefined
}

interface SignaturePadProps {
  ref: Ref<SignatureSource>
  /** What is written instead by who cannot draw. */
  name: string
  error: string | undefined
  onChange: (isDrawn: boolean) => void
}

/** Ink and paper are the same in the light and in the dark: the drawing is kept and printed. */
const INK = '#10243e'

/** A place to sign with a pen, a finger or a mouse; who cannot, lets the typed name be written. */
export function SignaturePad({ ref, name, error, onChange }: SignaturePadProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const written = useRef('')
  const label = useId()
  useEffect(() => {
    const paper = canvas.current!
    const drawn = new Pad(paper, { penColor: INK, minWidth: 1, maxWidth: 3 })
    pad.current = drawn
    let isDrawing = false
    let width = 0
    // A canvas counts its own dots: they follow its size on the screen, and what was drawn grows and shrinks with the paper, so
    // that nothing of it is lost when a phone is turned.
    const follow = () => {
      // To clear the paper under a finger would end the pad: it would wait for the end of that stroke for ever.
      if (isDrawing || paper.offsetWidth === 0) return
      const strokes = drawn.toData()
      const scale = width === 0 ? 1 : paper.offsetWidth / width
      width = paper.offsetWidth
      sizePaper(paper)
      drawn.fromData(strokes.map((stroke) => scaled(stroke, scale)))
      if (written.current) writeName(paper, written.current)
    }
    drawn.addEventListener('beginStroke', () => {
      isDrawing = true
      written.current = ''
    })
    drawn.addEventListener('endStroke', () => {
      isDrawing = false
      if (paper.offsetWidth !== width) follow()
      onChange(true)
    })
    const fit = new ResizeObserver(follow)
    fit.observe(paper)
    return () => {
      fit.disconnect()
      drawn.off()
    }
  }, [onChange])
  useImperativeHandle(ref, () => ({ read: () => canvas.current?.toDataURL('image/png') }))
  const clear = () => {
    written.current = ''
    pad.current?.clear()
    onChange(false)
  }
  const write = () => {
    clear()
    written.current = name.trim()
    if (canvas.current) writeName(canvas.current, written.current)
    onChange(true)
  }
  return (
    <Input.Wrapper
      label={<span id={label}>{t('shipments.signature')}</span>}
      labelElement="div"
      withAsterisk
      error={error}
    >
      <canvas ref={canvas} className={styles.pad} role="img" aria-labelledby={label} data-field="signature" />
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('shipments.clear_signature')}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={name.trim() === ''} onClick={write}>
          {t('shipments.type_signature')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
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

/** The name in slanted letters, as large as the paper allows. */
function writeName(paper: HTMLCanvasElement, name: string): void {
  const context = paper.getContext('2d')
  if (!context) return
  const [width, height] = [paper.offsetWidth, paper.offsetHeight]
  const letters = (size: number) => `italic ${size}px "Segoe Script", "Bradley Hand", cursive`
  const largest = height / 2.5
  context.save()
  context.font = letters(largest)
  const wanted = Math.max(context.measureText(name).width, 1)
  context.font = letters(Math.min(largest, (largest * width * 0.9) / wanted))
  context.fillStyle = INK
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, width / 2, height / 2)
  context.restore()
}
