import type { Map as MapLibre } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'
import { drawImagesOnDemand } from './mapImages.ts'

afterEach(() => void vi.restoreAllMocks())

test('an image exists before the map reports it as missing', () => {
  const image = { width: 88, height: 88 }
  const pen = new Proxy({}, { get: (_, name) => (name === 'getImageData' ? () => image : () => {}) })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as CanvasRenderingContext2D)
  const addImage = vi.fn()
  const setMissingStyleImageResolver = vi.fn()
  drawImagesOnDemand({
    addImage,
    hasImage: () => false,
    setMissingStyleImageResolver,
  } as unknown as MapLibre)
  setMissingStyleImageResolver.mock.calls[0]![0]('ring/light/0,0,4,0')
  expect(addImage).toHaveBeenCalledWith('ring/light/0,0,4,0', image, { pixelRatio: 2 })
})
