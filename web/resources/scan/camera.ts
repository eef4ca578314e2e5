export type Facing = 'rear' | 'front'

/** Why there is no picture; a text key. */
export type CameraProblem =
  | 'no_cameras'
  | 'no_rear_camera'
  | 'no_front_camera'
  | 'camera_denied'
  | 'camera_busy'
  | 'camera_insecure'

/** Browsers without a secure context have no `mediaDevices`. */
type MaybeDevices = { mediaDevices?: MediaDevices }

/** A camera that could not be opened. */
export class CameraUnavailable extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem)
  }
}

/**
 * Opens a camera.
 * @param isChosen it must be on that side; otherwise any, preferably one on that side.
 * @throws CameraUnavailable
 */
export async function openCamera(facing: Facing, isChosen: boolean): Promise<MediaStream> {
  const { mediaDevices }: MaybeDevices = navigator
  if (!mediaDevices) throw new CameraUnavailable('camera_insecure')
  const side = facing === 'rear' ? 'environment' : 'user'
  const facingMode = isChosen ? { exact: side } : { ideal: side }
  try {
    // Barcodes are thin lines: a larger picture can be read from further away.
    return await mediaDevices.getUserMedia({
      video: { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (failure) {
    throw new CameraUnavailable(problemOf(failure instanceof Error ? failure.name : '', facing))
  }
}

/** Turns the light of a camera on or off. */
export type Torch = (isOn: boolean) => Promise<void>

/** The light of an open camera; most have none, and not every browser lets a page use it. */
export function torchOf(stream: MediaStream): Torch | undefined {
  const [track] = stream.getVideoTracks()
  const able: (MediaTrackCapabilities & { torch?: boolean }) | undefined = track?.getCapabilities?.()
  if (!track || !able?.torch) return undefined
  return (torch) => {
    const light: MediaTrackConstraintSet & { torch: boolean } = { torch }
    return track.applyConstraints({ advanced: [light] })
  }
}

/** The side of an open camera; undefined if it does not report one, as on most computers. */
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
