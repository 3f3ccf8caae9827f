import { OperatorError } from '../../errors.ts'

/** Reads parts of a known length out of chunks of any. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** @throws OperatorError where there are fewer. */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    let held = this.#rest.length
    while (held < length) {
      const chunk = await this.#next()
      if (!chunk) throw new OperatorError('It ends too early.')
      parts.push(chunk)
      held += chunk.length
    }
    const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = bytes.subarray(length)
    return bytes.subarray(0, length)
  }

  /** Without the line feed at its end. @throws OperatorError where none comes within `maxBytes`. */
  async takeLine(maxBytes: number): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end >= 0) return (await this.take(end + 1)).toString('utf8', 0, end)
      const chunk = this.#rest.length > maxBytes ? undefined : await this.#next()
      if (!chunk) throw new OperatorError('It has no header.')
      this.#rest = Buffer.concat([this.#rest, chunk])
    }
  }

  /** @throws OperatorError where there are more. */
  async assertEnd(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#next())) throw new OperatorError('It continues after its end.')
  }

  /** Closes what it reads. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** None without bytes. */
  async #next(): Promise<Buffer | undefined> {
    for (;;) {
      const { done, value } = await this.#chunks.next()
      if (done) return undefined
      if (value.length > 0) return Buffer.from(value.buffer, value.byteOffset, value.length)
    }
  }
}
