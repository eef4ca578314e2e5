import fs from 'node:fs'

/**
 * A reporter of Vitest that writes the counts of a run, and each failure with the first line of its error, to the file named by
 * `TEST_REPORT`. Vitest's own JSON leaves out errors outside of tests and files whose worker ended early, though both fail a run.
 */
export default class ReportTests {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: 0, /** @type {string[]} */ failures: [] }
    for (const module of modules) {
      const file = module.relativeModuleId
      let failed = 0
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed += 1
        if (state === 'failed') {
          failed += 1
          report.failures.push(`${file}: ${test.fullName}: ${firstLine(errors[0])}`)
        }
      }
      report.failed += failed
      const own = module.errors()
      report.failures.push(...own.map((error) => `${file}: ${firstLine(error)}`))
      const state = module.state()
      if (state === 'pending' || state === 'queued') report.failures.push(`${file}: did not finish`)
      else if (state === 'failed' && failed + own.length === 0) report.failures.push(`${file}: a hook failed`)
    }
    report.failures.push(
      ...unhandled.map(
        (error) => `outside of tests: ${error.stack ?? firstLine(error)} ${error.cause?.message ?? ''}`,
      ),
    )
    fs.writeFileSync(process.env['TEST_REPORT'] ?? '', JSON.stringify(report))
  }
}

/** @param {{ message: string } | undefined} error */
function firstLine(error) {
  return error?.message.split('\n')[0] ?? 'without an error'
}
