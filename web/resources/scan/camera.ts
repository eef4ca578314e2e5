export type Facing = 'rear' | 'front'

/** Why there is no picture; the name of the text that says so. */
export type CameraProblem =
  | 'no_cameras'
  | 'no_rear_camera'
  | 'no_front_camera'
  | 'camera_denied'
  | 'camera_busy'
  | 'camera_insecure'

/** What a browser that lies in no secure context does not even have. */
type MaybeDevices = { mediaDevices?: MediaDevices }

/** A camera that could not be opened. */
export class CameraUnavailable extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem)
  }
}

/**
 * Opens a camera.
 * @param isChosen it must be on that side; else any is welcome, best one on that side.
 * @throws CameraUnavailable
 */
export async function openCamera(facing: Facing, isChosen: boolean): Promise<MediaStream> {
  const { mediaDevices } = navigator as MaybeDevices
  if (!mediaDevices) throw new CameraUnavailable('camera_insecure')
  const side = facing === 'rear' ? 'environment' : 'user'
  const facingMode = isChosen ? { exact: side } : { ideal: side }
  try {
    // Barcodes are thin lines: a larger picture is read from further away.
    return await mediaDevices.getUserMedia({
      video: { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (failure) {
    throw new CameraUnavailable(problemOf(failure instanceof Error ? failure.name : '', facing))
  }
}

/** The lamp beside a camera: turns it on or off. */
export type Torch = (isOn: boolean) => Promise<void>

/** The lamp of an open camera; most have none, and not every browser lets a page turn it on. */
export function torchOf(stream: MediaStream): Torch | undefined {
  const [track] = stream.getVideoTracks()
  const able = track?.getCapabilities?.() as (MediaTrackCapabilities & { torch?: boolean }) | undefined
  if (!track || !able?.torch) return undefined
  return (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
}

/** The side that an open camera says it is on; nothing where it does not say it, as most of computers do not. */
export function sideOf(stream: MediaStream): Facing | undefined {
  const side = stream.getVideoTracks()[0]?.getSettings?.().facingMode
  return side === 'user' ? 'front' : side === 'environment' ? 'rear' : undefined
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function problemOf(name: string, facing: Facing): CameraProblem {
  if (name === 'OverconstrainedError') return facing === 'rear' ? 'no_rear_camera' : 'no_front_camera'
  if (name === 'NotFoundError') return 'no_cameras'
  return name === 'NotAllowedError' ? 'camera_denied' : 'camera_busy'
}
