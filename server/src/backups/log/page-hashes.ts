import { hash } from 'node:crypto'

/** Of each page, in bytes: no two contents of a page are taken for each other. */
const hashBytes = 16

/** What the pages of a stored state have, so that those that differ are found after a restart. */
export class PageHashes {
  #bytes: Buffer

  constructor(bytes = Buffer.alloc(0)) {
    this.#bytes = bytes
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  set(page: number, content: Uint8Array): void {
    const offset = (page - 1) * hashBytes
    if (offset + hashBytes > this.#bytes.length) this.#grow(offset + hashBytes)
    hashOf(content).copy(this.#bytes, offset, 0, hashBytes)
  }

  has(page: number, content: Uint8Array): boolean {
    const offset = (page - 1) * hashBytes
    const known = this.#bytes.subarray(offset, offset + hashBytes)
    return known.length === hashBytes && known.equals(hashOf(content).subarray(0, hashBytes))
  }

  #grow(length: number): void {
    const bytes = Buffer.alloc(Math.max(length, this.#bytes.length * 1.25) | 0)
    this.#bytes.copy(bytes)
    this.#bytes = bytes
  }
}

function hashOf(content: Uint8Array): Buffer {
  return hash('sha256', content, 'buffer')
}
