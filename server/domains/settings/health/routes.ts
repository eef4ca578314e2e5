import * as calls from '#core/domains/settings/health/calls.ts'
import { type Figures, HEALTH_PARTS, judgeHealth } from '#core/domains/settings/health/judgeHealth.ts'
import { handleAll } from '#server/platform/http/handle.ts'

/**
 * The health of the system, judged by the metrics.
 * @param readFigures reads metrics by their names.
 */
export const healthCalls = (readFigures: (names: readonly string[]) => Promise<Figures>) =>
  handleAll('settings', calls, {
    readHealth: {
      summary: 'The parts of the system, each with its state and the figure that decides',
      run: async () => ({
        system_health: judgeHealth(
          await readFigures(Object.values(HEALTH_PARTS).map(({ metric }) => metric)),
        ),
      }),
    },
  })
