import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { BROWSER, FLAGS } from './browserFlags.ts'

const WIDTH = 640
const HEIGHT = 480
const WHITE = 235
const BLACK = 16
/** Quiet zone around a code, in modules. */
const QUIET_ZONE = 10

const program = fs.readFileSync(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })

const film = path.join(os.tmpdir(), `ullage-camera-${process.pid}.y4m`)

/** Starts the browser with a camera that shows a video, without asking for permission. */
export const withFakeCamera = {
  executablePath: BROWSER,
  args: [
    ...FLAGS,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
}

/** Sets the camera's picture from its next opening: a text as a code, or a white wall. */
export async function holdBeforeCamera(
  text: string | null,
  format: 'QRCode' | 'Code128' = 'QRCode',
): Promise<void> {
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  if (text !== null) draw((await writeBarcode(text, { format })).symbol, luma)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc(luma.length / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`)
  fs.writeFileSync(film, Buffer.concat([head, frame, frame]))
}

export function putAwayCamera(): void {
  fs.rmSync(film, { force: true })
}

interface Symbol {
  /** One byte per module, row by row; 0 is black. */
  data: Uint8ClampedArray
  width: number
  height: number
}

/** Centered, as large as possible with whole pixels per module. */
function draw({ data, width, height }: Symbol, luma: Buffer): void {
  const side = Math.floor(Math.min(WIDTH / (width + 2 * QUIET_ZONE), HEIGHT / (height + 2 * QUIET_ZONE)))
  const left = Math.floor((WIDTH - side * width) / 2)
  const top = Math.floor((HEIGHT - side * height) / 2)
  for (let row = 0; row < side * height; row++) {
    for (let column = 0; column < side * width; column++) {
      const isBlack = data[Math.floor(row / side) * width + Math.floor(column / side)] === 0
      if (isBlack) luma[(top + row) * WIDTH + left + column] = BLACK
    }
  }
}
