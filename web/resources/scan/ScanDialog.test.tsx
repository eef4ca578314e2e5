import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ScanKind } from '#core/resources/scan.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { lock, unlock } from '#web/platform/session/lock.ts'
import * as decoder from './readCodes.ts'
import { ScanDialog } from './ScanDialog.tsx'
import { en } from './texts.en.ts'

/** This page has no camera: codes are typed, by hand or by a keyboard reader. */
describe('the scan dialog', () => {
  const onScan = vi.fn(async (_text: string) => {})
  const onClose = vi.fn()
  const onDelete = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    void i18next.init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })
  })
  afterEach(() => vi.useRealTimers())

  const show = async (kind: ScanKind = 'part_number', more: object = {}) => {
    render(
      <MantineProvider env="test">
        <ScanDialog {...{ kind, onScan, onClose, ...more }} />
      </MantineProvider>,
    )
    await pass(0)
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  const byReader = async (text: string) => {
    for (const [index, key] of [...text, 'Enter'].entries()) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(press, 'timeStamp', { value: 1e9 + index * 10 })
      document.body.dispatchEvent(press)
    }
    await pass(0)
  }
  const button = (name: string) => screen.queryByRole('button', { name })

  test('is titled "Part Lookup", says "Scan Barcode" and can be cancelled', async () => {
    await show()
    expect(screen.getByRole('dialog', { name: 'Part Lookup' })).toBeTruthy()
    expect(screen.getByText('Scan Barcode')).toBeTruthy()
    fireEvent.click(button('Cancel')!)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('offers the rear and the front camera, and says why there is none', async () => {
    await show()
    expect(screen.getByRole('radio', { name: 'Rear camera' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Front camera' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(en.scan.camera_insecure)
  })

  test('closes when the screen is locked', async () => {
    await show()
    act(lock)
    expect(onClose).toHaveBeenCalledOnce()
    act(unlock)
  })

  test('deletes the current code if there is one', async () => {
    await show()
    expect(button('Delete the current code')).toBeNull()
    await show('part_number', { onDelete })
    fireEvent.click(button('Delete the current code')!)
    expect(onDelete).toHaveBeenCalledOnce()
  })

  test('accepts a keyboard reader, and typing by hand', async () => {
    await show()
    await byReader(' LT-9 ')
    expect(onScan).toHaveBeenLastCalledWith('LT-9')
    expect(screen.getByRole('status').textContent).toBe('A code was read.')
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'LT-10' } })
    fireEvent.click(button('Use it')!)
    await pass(0)
    expect(onScan).toHaveBeenLastCalledWith('LT-10')
  })

  test.each([
    ['receiving', 'repack_id=4', 'part_id=4'],
    ['work_order', 'work_order_id=7', 'work_order_id=7&batch_id=B'],
    ['repack', 'part_id=4', 'repack_id=4'],
  ] as const)('of kind %s refuses %s and takes %s', async (kind, wrong, right) => {
    await show(kind)
    await byReader(wrong)
    expect(onScan).not.toHaveBeenCalled()
    expect(screen.getByText(en.scan.wrong_kind)).toBeTruthy()
    await byReader(right)
    expect(onScan).toHaveBeenCalledWith(right)
    expect(screen.queryByText(en.scan.wrong_kind)).toBeNull()
  })

  test('says why a code was refused, and continues after five seconds', async () => {
    onScan.mockRejectedValueOnce(new CallRefused({ code: 404, message: 'Invalid QR or no access' }))
    await show()
    await byReader('LT-unknown')
    expect(screen.getByText('Please scan again')).toBeTruthy()
    expect(screen.getByText('Invalid QR or no access')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('A code was read.')
    await pass(4999)
    expect(screen.getByRole('status').textContent).toBe('A code was read.')
    await pass(1)
    expect(screen.queryByText('Please scan again')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe(en.scan.off)
  })

  describe('with a camera', () => {
    const applyConstraints = vi.fn(async (_wanted: object) => {})
    /** One camera, on neither side. */
    const withCamera = (able: object, facingMode?: string) => {
      const getSettings = () => ({ facingMode })
      const track = {
        ...{ getCapabilities: () => able, getSettings, applyConstraints },
        ...{ addEventListener() {}, stop() {} },
      }
      const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
      const getUserMedia = ({ video }: { video: { facingMode: object } }) =>
        'exact' in video.facingMode
          ? Promise.reject(Object.assign(new Error('no such'), { name: 'OverconstrainedError' }))
          : new Promise((open) => setTimeout(open, 10, stream))
      const mediaDevices = { getUserMedia }
      vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: mediaDevices } }))
      vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
      vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
    }
    const lamp = () => screen.queryByRole('switch', { name: 'Camera light' })
    afterEach(() => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    })

    test('turns its light on and off', async () => {
      withCamera({ torch: true })
      await show()
      await pass(10)
      fireEvent.click(lamp()!)
      expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
      fireEvent.click(lamp()!)
      expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] })
    })

    test('offers no light if the camera has none', async () => {
      withCamera({})
      await show()
      await pass(10)
      expect(screen.getByRole('status').textContent).toBe(en.scan.scanning)
      expect(lamp()).toBeNull()
    })

    test.each([
      [undefined, null],
      ['environment', en.scan.no_front_camera],
    ])('says that there is no front camera only if it shows the rear one: %s', async (side, expected) => {
      withCamera({}, side)
      await show()
      await pass(10)
      fireEvent.click(screen.getByRole('radio', { name: 'Front camera' }))
      await pass(0)
      await pass(10)
      expect(screen.getByRole('status').textContent).toBe(en.scan.scanning)
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(expected)
    })

    test('ignores the picture from before its pause: a refused code is not refused again', async () => {
      withCamera({})
      const frames: (() => void)[] = []
      Object.assign(HTMLVideoElement.prototype, {
        requestVideoFrameCallback: (call: () => void) => frames.push(call),
      })
      vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
      // Not `vi.mock`: another test file may have loaded the dialog before this one.
      vi.spyOn(decoder, 'readCodes').mockResolvedValue(['LT-unknown'])
      onScan.mockRejectedValue(new CallRefused({ code: 404, message: 'Invalid QR or no access' }))
      await show()
      await pass(10)
      act(() => frames.shift()!())
      await pass(0)
      expect(onScan).toHaveBeenCalledTimes(1)
      await pass(5000)
      await pass(1000)
      expect(onScan).toHaveBeenCalledTimes(1)
      act(() => frames.shift()!())
      await pass(0)
      expect(onScan).toHaveBeenCalledTimes(2)
      Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback')
      onScan.mockResolvedValue()
    })

    test('removes a light that cannot be turned on', async () => {
      withCamera({ torch: true })
      applyConstraints.mockRejectedValueOnce(new Error('no'))
      await show()
      await pass(10)
      fireEvent.click(lamp()!)
      await pass(0)
      expect(lamp()).toBeNull()
    })
  })

  test('offers to restart after eleven seconds without a scan, and not before', async () => {
    // A camera that never starts.
    const mediaDevices = { getUserMedia: () => new Promise(() => {}) }
    vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: mediaDevices } }))
    await show()
    expect(screen.getByRole('status').textContent).toBe('Starting the camera…')
    await pass(10_999)
    expect(button('Scan again')).toBeNull()
    await pass(1)
    fireEvent.click(button('Scan again')!)
    expect(button('Scan again')).toBeNull()
    await pass(11_000)
    expect(button('Scan again')).toBeTruthy()
    vi.unstubAllGlobals()
  })
})
