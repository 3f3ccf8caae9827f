/** An unsigned integer of up to 53 bits in groups of seven, the lowest first (LEB128); returns where it ends. */
export function writeVarint(target: Uint8Array, value: number, at: number): number {
  let rest = value
  let end = at
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) target[end++] = 0x80 | (rest & 0x7f)
  target[end++] = rest
  return end
}

export function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++
  return bytes
}

/** Reads one value after the other. */
export class ByteReader {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes
    this.at = at
  }

  readVarint(): number {
    let byte = this.bytes[this.at++] ?? 0
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = this.bytes[this.at++] ?? 0
      value += (byte & 0x7f) * factor
    }
    return value
  }
}
