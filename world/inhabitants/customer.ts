import { GALLON, HOUR } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { Person } from './person.ts'

/** The owner of a tank: reads its gauge now and then, and orders when it is low. */
export class Customer extends Person {
  private orderedAt = 0

  constructor(
    world: World,
    username: string,
    readonly tank: Tank,
    /** Their contract is on call: they order. */
    private readonly isCalling: boolean,
  ) {
    super(world, username)
    this.about = [`tank ${tank.number}`]
  }

  async live(): Promise<void> {
    const random = this.tank.random.of('customer')
    for (let day = 0; ; day++) {
      const at = this.world.moment(day, random.between(7, 18))
      if (at < this.world.start) continue
      await this.world.until(at)
      // Customers with automatic delivery also order now and then.
      const looks = this.isCalling || random.happens(0.15)
      if (looks && this.tank.share(at) < 0.35 && at - this.orderedAt > 72 * HOUR) await this.order(at)
    }
  }

  private async order(at: number): Promise<void> {
    const { world, tank } = this
    const random = tank.random.of(`order ${at}`)
    const quantity = Math.floor((tank.room(at) / GALLON) * random.between(0.6, 0.95))
    const created = await this.may('POST', '/transaction_documents', {
      device_id: tank.ids.device_id,
      wished_date: world.dayOf(at + random.whole(0, 1) * 24 * HOUR),
      details: [{ product_id: tank.ids.product_id, quantity: String(quantity) }],
    })
    if (!created) return
    this.orderedAt = at
    const { document_id, details } = created.transaction_document
    const detail_ids = details.map((line: any) => line.document_detail_id)
    world.books.orders.push({ document_id, tank, at: world.now(), quantity, detail_ids })
    world.books.count('orders of customers')
  }
}
