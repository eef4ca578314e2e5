import { z } from 'zod'
import { defineCall, signedIn } from './defineCall.ts'

export const readBuild = defineCall({
  method: 'GET',
  path: '/build',
  access: { who: 'public' },
  answer: () => z.object({ build_version: z.string() }),
})

export const openLive = defineCall({
  method: 'GET',
  path: '/live',
  access: signedIn,
  produces: 'text/event-stream',
})
