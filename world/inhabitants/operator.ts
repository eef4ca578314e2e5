import { HOUR } from '../laws/units.ts'
import type { World } from '../world.ts'

/** Reads the log of the product every hour. On an ordinary day it contains no error. */
export class Operator {
  constructor(private readonly world: World) {}

  async live(): Promise<never> {
    for (;;) {
      await this.world.pass(HOUR)
      await this.world.product.untilBack()
      for (const line of this.world.product.readErrors()) {
        const { msg, err } = JSON.parse(line)
        this.world.broken(9, `the log contains an error: ${msg}`, err?.message ?? line)
      }
    }
  }
}
