import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { create } from 'qrcode'
import { BROWSER, FLAGS } from './browserFlags.ts'

const WIDTH = 640
const HEIGHT = 480
const WHITE = 235
const BLACK = 16
/** Blank modules round a code. */
const QUIET = 4

const film = path.join(os.tmpdir(), `ullage-camera-${process.pid}.y4m`)

/** Starts the browser with a camera that shows a film; it asks nobody whether it may. */
export const withFakeCamera = {
  executablePath: BROWSER,
  args: [
    ...FLAGS,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
}

/** What the camera shows from the next time that it is opened: a text as a QR code, or a white wall. */
export function holdBeforeCamera(text: string | null): void {
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  if (text !== null) draw(text, luma)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc(luma.length / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`)
  fs.writeFileSync(film, Buffer.concat([head, frame, frame]))
}

export function putAwayCamera(): void {
  fs.rmSync(film, { force: true })
}

function draw(text: string, luma: Buffer): void {
  const { modules } = create(text)
  const side = Math.floor(HEIGHT / (modules.size + 2 * QUIET))
  const left = Math.floor((WIDTH - side * modules.size) / 2)
  const top = Math.floor((HEIGHT - side * modules.size) / 2)
  for (let row = 0; row < side * modules.size; row++) {
    for (let column = 0; column < side * modules.size; column++) {
      if (modules.get(Math.floor(row / side), Math.floor(column / side)))
        luma[(top + row) * WIDTH + left + column] = BLACK
    }
  }
}
