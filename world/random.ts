/** A generator of numbers that repeats for the same seed (xmur3 hashes the seed, sfc32 draws; both are in the public domain). */
export class Random {
  private state: [number, number, number, number]

  constructor(private readonly seed: string) {
    const hash = hashOf(seed)
    this.state = [hash(), hash(), hash(), hash()]
    for (let turn = 0; turn < 12; turn++) this.next()
  }

  /** A derived generator, which draws the same whatever else is drawn. */
  of(name: string | number): Random {
    return new Random(`${this.seed}/${name}`)
  }

  /** From 0 up to but not including 1. */
  next(): number {
    let [a, b, c, d] = this.state
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    this.state = [a, b, c, d]
    return (sum >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** Normally distributed with mean 0 (Box and Muller). */
  normal(deviation: number): number {
    return deviation * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, at: this.next() }))
      .sort((first, second) => first.at - second.at)
      .map(({ one }) => one)
  }

  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.whole(0, 15).toString(16))
    digits[12] = '4'
    digits[16] = this.pick(['8', '9', 'a', 'b'])
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}

function hashOf(text: string): () => number {
  let hash = 1779033703 ^ text.length
  for (const sign of text) {
    hash = Math.imul(hash ^ sign.codePointAt(0)!, 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
}
