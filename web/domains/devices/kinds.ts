import { lazy } from 'react'
import { connections } from '#core/domains/telemetry/connections/connections.ts'
import type { Kinds } from '#web/resources/kind.ts'
import { overviewTab } from '#web/resources/record/recordKind.ts'

const Panel = lazy(() =>
  import('./connections/ConnectionOverview.tsx').then((m) => ({ default: m.ConnectionOverview })),
)
const decoderCode = lazy(() =>
  import('./connections/DecoderCodeInput.tsx').then((m) => ({ default: m.DecoderCodeInput })),
)
const valuePaths = lazy(() =>
  import('./connections/ValuePathsInput.tsx').then((m) => ({ default: m.ValuePathsInput })),
)

export const kinds: Kinds = {
  [connections.name]: {
    record: {
      tabs: [overviewTab(Panel)],
      inputs: { decoder_code: decoderCode, value_paths: valuePaths },
    },
  },
}
