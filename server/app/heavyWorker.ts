import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { orderStops } from '#core/domains/dispatch/routing/orderStops.ts'
import { judgeTanks } from '#core/domains/telemetry/unexplained/judgeTanks.ts'
import { replayUses } from '#core/domains/telemetry/unexplained/replayUse.ts'
import { proposeInThread } from '#server/domains/dispatch/proposals/proposeInThread.ts'
import { cleanRichText } from '#server/domains/help/cleanHtml.ts'
import { solveLoading } from '#server/domains/shipments/solveLoading.ts'
import { forecastTanks } from '#server/domains/telemetry/forecasts/forecastTanks.ts'
import type { HeavyResult } from '#server/platform/jobs/heavyWork.ts'
import { errorOf, messageOf } from '#server/platform/messageOf.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { drawInThread } from '#server/resources/files/drawInThread.ts'
import { parseSheet } from '#server/resources/files/parseSheet.ts'
import { drawPdf } from '#server/resources/files/pdf.ts'
import type { ReadSheet } from '#server/resources/files/sheet.ts'

/** All work that runs in a separate thread. */
const WORK = {
  forecasts: forecastTanks,
  loading: solveLoading,
  pdf: drawPdf,
  picture: drawInThread,
  proposals: proposeInThread,
  routes: orderStops,
  richText: cleanRichText,
  sheet: parseSheet,
  replayedUses: replayUses,
  uses: judgeTanks,
}

/** The buffers of a result that move to the server's thread: a copy of a large file's rows would be held twice. */
const MOVED: Readonly<Partial<Record<keyof typeof WORK, (result: never) => ArrayBuffer[]>>> = {
  sheet: ({ parts }: ReadSheet) => parts.map(({ json }) => json.buffer),
}

/** Added to the nice value of the threads. */
const NICE_INCREMENT = 5

/** Interactive work comes first. On Linux priority applies to the thread, elsewhere to the whole server. */
if (process.platform === 'linux') os.setPriority(Math.min(os.getPriority() + NICE_INCREMENT, 19))

async function answerOf(name: keyof typeof WORK, input: unknown): Promise<HeavyResult> {
  try {
    return { result: await WORK[name](input as never) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { fault: errorOf(error).stack ?? messageOf(error) }
    const { status, text, options } = error
    return { refusal: { status, text, options } }
  }
}

parentPort?.on('message', ({ name, input }: { name: keyof typeof WORK; input: unknown }) => {
  void answerOf(name, input).then((response) => {
    const moved = 'result' in response ? MOVED[name]?.(response.result as never) : undefined
    parentPort?.postMessage(response, moved)
  })
})
