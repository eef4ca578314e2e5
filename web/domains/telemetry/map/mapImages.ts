import type { Map as MapLibre } from 'maplibre-gl'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { colorOfState, GROUND, MAP_SCHEMES, type MapScheme } from './mapStyle.ts'
import { pinShapes, SHAPE_SIZE } from './pinShapes.ts'

/** Images are drawn at this multiple of their displayed size. */
const PIXEL_RATIO = 2
const RING_SIZE = 44
const RING_WIDTH = 6

/** Draws the images of pins and clusters on demand: there are as many rings as ways to share. */
export function drawImagesOnDemand(map: MapLibre): void {
  map.setMissingStyleImageResolver((id) => {
    const [kind, scheme, what] = id.split('/')
    if (map.hasImage(id) || !isOneOf(MAP_SCHEMES, scheme) || !what) return
    const image =
      kind === 'pin' ? pinImage(scheme, Number(what)) : ringImage(scheme, what.split(',').map(Number))
    if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO })
  })
}

function pinImage(scheme: MapScheme, rank: number): ImageData | undefined {
  const state = MAP_STATES[rank] ?? 'fine'
  return drawn(SHAPE_SIZE + 4, (pen) => {
    pen.translate(2, 2)
    const shape = new Path2D(pinShapes[state])
    pen.fillStyle = colorOfState(rank)
    pen.strokeStyle = GROUND[scheme].rim
    pen.lineWidth = 1.5
    pen.lineJoin = 'round'
    pen.stroke(shape)
    pen.fill(shape)
  })
}

/** @param shares each state's share of the ring, in the order of `MAP_STATES`. */
function ringImage(scheme: MapScheme, shares: readonly number[]): ImageData | undefined {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return drawn(RING_SIZE, (pen) => {
    const middle = RING_SIZE / 2
    pen.fillStyle = GROUND[scheme].disc
    pen.beginPath()
    pen.arc(middle, middle, middle - 1, 0, 2 * Math.PI)
    pen.fill()
    pen.lineWidth = RING_WIDTH
    let from = -Math.PI / 2
    // The worst first, at the top.
    for (const [rank, share] of [...shares.entries()].toReversed()) {
      if (share === 0) continue
      const until = from + (2 * Math.PI * share) / whole
      pen.strokeStyle = colorOfState(rank)
      pen.beginPath()
      pen.arc(middle, middle, middle - 1 - RING_WIDTH / 2, from, until)
      pen.stroke()
      from = until
    }
  })
}

function drawn(size: number, draw: (pen: CanvasRenderingContext2D) => void): ImageData | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = size * PIXEL_RATIO
  canvas.height = size * PIXEL_RATIO
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.scale(PIXEL_RATIO, PIXEL_RATIO)
  draw(pen)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
