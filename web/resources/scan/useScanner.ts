import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import {
  type CameraProblem,
  CameraUnavailable,
  closeCamera,
  type Facing,
  openCamera,
  sideOf,
  type Torch,
  torchOf,
} from './camera.ts'
import { readCodes } from './readCodes.ts'

/** Without a scan for this time, the user can restart, ms. */
const RESCAN_AFTER_MS = 11_000
/** The camera pauses for this time after a failed scan, ms. */
const PAUSE_AFTER_FAILURE_MS = 5_000
/** Interval between decoded pictures, ms: a phone stays cool, and a code is read quickly. */
const DECODE_MS = 150

/** `readyState` of a video that has a picture to show. */
const HAS_PICTURE = 2

export type ScanState = 'loading' | 'scanning' | 'paused' | 'off'

interface CameraChoice {
  facing: Facing
  /** The user chose that side, so the other one is not a substitute. */
  isChosen: boolean
}

interface Scanner {
  video: RefObject<HTMLVideoElement | null>
  state: ScanState
  facing: Facing
  /** Why there is no picture, or not the requested one. */
  problem: CameraProblem | null
  /** Why the last code was refused. */
  failure: string | null
  offersRescan: boolean
  /** Whether the light of the camera is on; null if it has none. */
  isLit: boolean | null
  light: (isOn: boolean) => void
  choose: (facing: Facing) => void
  rescan: () => void
  /** Handles a code from elsewhere: from a keyboard reader, or typed by hand. */
  take: (text: string) => void
}

/**
 * Scans with a camera until it sees a code. A code pauses it; if `onCode` refuses it (by throwing), it continues after a
 * pause. The camera is on only while this is mounted.
 * @param describeFailure the message of a refusal.
 */
export function useScanner(
  onCode: (text: string) => Promise<void>,
  describeFailure: (failure: unknown) => string,
): Scanner {
  const video = useRef<HTMLVideoElement>(null)
  const { camera, attempt, reopen, setProblem, ...shown } = useCamera(video)
  const [isPaused, setIsPaused] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const state = isPaused ? 'paused' : camera
  const isBusy = useRef(false)

  const take = async (text: string | Promise<never>) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsPaused(true)
    setFailure(null)
    if (camera === 'scanning') setProblem(null)
    try {
      await onCode(await text)
    } catch (reason) {
      setFailure(describeFailure(reason))
    } finally {
      isBusy.current = false
    }
  }
  useWatch(video, state, take)
  const isLate = useIsLate(state === 'paused' || state === 'off', attempt)

  useEffect(() => {
    if (failure === null) return
    const timer = setTimeout(() => {
      setFailure(null)
      setIsPaused(false)
    }, PAUSE_AFTER_FAILURE_MS)
    return () => clearTimeout(timer)
  }, [failure])

  return {
    ...shown,
    ...{ video, state, failure },
    offersRescan: isLate || failure !== null || state === 'off',
    rescan: () => {
      setProblem(null)
      setFailure(null)
      setIsPaused(false)
      reopen()
    },
    take: (text) => void take(text),
  }
}

/** The camera of the chosen side, open while this is mounted, and its light. */
function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [choice, setChoice] = useState<CameraChoice>({ facing: 'rear', isChosen: false })
  const [attempt, reopen] = useReducer((count: number) => count + 1, 0)
  const [camera, setCamera] = useState<'loading' | 'scanning' | 'off'>('loading')
  const [lamp, setLamp] = useState<{ turn: Torch; isOn: boolean } | null>(null)
  const [problem, setProblem] = useState<CameraProblem | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reopens the camera
  useEffect(() => {
    const closing = new AbortController()
    setCamera('loading')
    setLamp(null)
    void showCamera(choice, video, closing.signal, () => {
      setCamera('off')
      setLamp(null)
      setProblem('camera_busy')
    }).then(
      ({ torch, side }) => {
        if (closing.signal.aborted) return
        setCamera('scanning')
        setLamp(torch ? { turn: torch, isOn: false } : null)
        // The only camera of a computer reports no side: it may be the requested one.
        if (side !== choice.facing) setProblem((before) => (isOfSide(before) ? null : before))
      },
      (reason: unknown) => {
        if (closing.signal.aborted) return
        setCamera('off')
        setProblem(reason instanceof CameraUnavailable ? reason.problem : 'camera_busy')
        // A missing side falls back to any camera.
        if (reason instanceof CameraUnavailable && choice.isChosen && reason.problem !== 'camera_denied')
          setChoice({ facing: choice.facing === 'rear' ? 'front' : 'rear', isChosen: false })
      },
    )
    return () => closing.abort()
  }, [choice, attempt])

  return {
    ...{ camera, attempt, reopen, problem, setProblem },
    facing: choice.facing,
    isLit: lamp?.isOn ?? null,
    light: (isOn: boolean) => {
      if (!lamp) return
      setLamp({ ...lamp, isOn })
      // A light that cannot be turned on counts as none.
      lamp.turn(isOn).catch(() => setLamp(null))
    },
    choose: (facing: Facing) => {
      setProblem(null)
      setChoice({ facing, isChosen: true })
    },
  }
}

/** Watches for codes while scanning. */
function useWatch(
  video: RefObject<HTMLVideoElement | null>,
  state: ScanState,
  take: (text: string | Promise<never>) => Promise<void>,
): void {
  const latestTake = useRef(take)
  latestTake.current = take
  useEffect(() => {
    if (state === 'paused') video.current?.pause()
    if (state !== 'scanning') return
    return watch(
      video,
      (text) => void latestTake.current(text),
      (reason) => void latestTake.current(Promise.reject(reason)),
    )
  }, [state, video])
}

/** Whether scanning has taken long. */
function useIsLate(isIdle: boolean, attempt: number): boolean {
  const [isLate, setIsLate] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the wait
  useEffect(() => {
    setIsLate(false)
    if (isIdle) return
    const timer = setTimeout(() => setIsLate(true), RESCAN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isIdle, attempt])
  return isLate
}

/** Problems with one side, which are moot once a camera of it may be open. */
const isOfSide = (problem: CameraProblem | null) =>
  problem === 'no_front_camera' || problem === 'no_rear_camera'

/**
 * Shows a camera until the signal aborts, which also turns it off.
 * @returns its light, and the side it reports.
 * @throws CameraUnavailable
 */
async function showCamera(
  { facing, isChosen }: CameraChoice,
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  onLost: () => void,
): Promise<{ torch: Torch | undefined; side: Facing | undefined }> {
  const stream = await openCamera(facing, isChosen)
  signal.addEventListener('abort', () => closeCamera(stream))
  if (signal.aborted) closeCamera(stream)
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost)
  if (signal.aborted || !video.current) return { torch: undefined, side: undefined }
  video.current.srcObject = stream
  await video.current.play()
  return { torch: torchOf(stream), side: sideOf(stream) }
}

/**
 * Decodes the picture repeatedly until it contains a code.
 * @returns a function that stops it.
 */
function watch(
  video: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => void,
  onFailure: (reason: unknown) => void,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const decode = async () => {
    const picture = video.current
    const [text] = picture && picture.readyState >= HAS_PICTURE ? await readCodes(picture) : []
    if (isOver) return
    if (text !== undefined) return onText(text)
    timer = setTimeout(begin, DECODE_MS)
  }
  const begin = () => {
    if (isOver) return
    void decode().catch((reason: unknown) => {
      if (!isOver) onFailure(reason)
    })
  }
  // The video still shows the picture at which it was paused: a refused code would be refused again.
  const picture = video.current
  void picture?.play().catch(() => {})
  if (picture && 'requestVideoFrameCallback' in picture) picture.requestVideoFrameCallback(begin)
  else timer = setTimeout(begin, DECODE_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
