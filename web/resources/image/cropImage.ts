/** Pixels of the longer side: no more than the server stores. */
const SIDE = 600

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The part `area` (pixels of the rotated picture) of a picture rotated by `rotation` degrees, as PNG. */
export async function cropImage(source: string, area: Area, rotation: number): Promise<Blob> {
  const picture = new Image()
  picture.src = source
  await picture.decode()
  const scale = Math.min(1, SIDE / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const [width, height] = [picture.naturalWidth, picture.naturalHeight]
  const isTurned = rotation % 180 !== 0
  pen.scale(scale, scale)
  pen.translate((isTurned ? height : width) / 2 - area.x, (isTurned ? width : height) / 2 - area.y)
  pen.rotate((rotation * Math.PI) / 180)
  pen.drawImage(picture, -width / 2, -height / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/png',
    )
  })
}
