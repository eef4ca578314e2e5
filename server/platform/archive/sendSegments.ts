import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { filesToSend, outgoing } from './archiveFolder.ts'
import type { ArchiveStore } from './archiveStore.ts'

const POLL_MS = 200

export interface Sender {
  /** Sends what waits, oldest first; a file is deleted when the store has it. */
  send: (signal?: AbortSignal) => Promise<void>
  /** Notes that the database was at this segment at a moment (ms). */
  note: (segment: string, at: number) => void
  /** The last noted moment (ms) whose segment was sent; undefined before the first. */
  safeUntil: () => number | undefined
  untilSent: (segment: string, signal: AbortSignal) => Promise<void>
}

/** Sends the WAL of one cluster from its archive folder to the store. */
export function openSender(store: ArchiveStore, archiveDir: string, system: string): Sender {
  const folder = outgoing(archiveDir)
  let sent = ''
  let safeUntil: number | undefined
  let noted: { segment: string; at: number }[] = []
  return {
    send: async (signal) => {
      for (const name of filesToSend(folder)) {
        if (signal?.aborted) return
        const file = path.join(folder, name)
        await store.putSegment(system, name, fs.readFileSync(file))
        fs.rmSync(file)
        if (!/^[0-9A-F]{24}$/.test(name)) continue
        sent = name
        safeUntil = noted.findLast(({ segment }) => segment <= name)?.at ?? safeUntil
        noted = noted.filter(({ segment }) => segment > name)
      }
    },
    note: (segment, at) => {
      // While the store is away only the first and the newest moment of a segment matter.
      noted = [...noted.filter((each) => each.segment !== segment), { segment, at }]
    },
    safeUntil: () => safeUntil,
    untilSent: async (segment, signal) => {
      while (sent < segment) await pause(POLL_MS, undefined, { signal })
    },
  }
}
