/** Writes the body of a function in the binary format of WebAssembly (core specification, chapter 5). */
export class CodeWriter {
  readonly bytes: number[] = []

  get(local: number): this {
    return this.#write(0x20, local)
  }

  set(local: number): this {
    return this.#write(0x21, local)
  }

  i32Const(value: number): this {
    this.bytes.push(0x41)
    pushSigned(this.bytes, BigInt(value))
    return this
  }

  i64Const(value: bigint): this {
    this.bytes.push(0x42)
    pushSigned(this.bytes, value)
    return this
  }

  /** At the address on the stack plus `offset`, together a multiple of eight. */
  i64Load(offset: number): this {
    return this.#write(0x29, 3, offset)
  }

  i64Store(offset: number): this {
    return this.#write(0x37, 3, offset)
  }

  i32Add(): this {
    return this.#write(0x6a)
  }

  i64And(): this {
    return this.#write(0x83)
  }

  i64Or(): this {
    return this.#write(0x84)
  }

  i64Xor(): this {
    return this.#write(0x85)
  }

  i64Rotl(): this {
    return this.#write(0x89)
  }

  /** Repeats what `writeBody` writes until it leaves zero in the local. */
  loopWhile(local: number, writeBody: () => void): this {
    this.#write(0x03, 0x40)
    writeBody()
    return this.get(local).#write(0x0d, 0, 0x0b)
  }

  #write(opcode: number, ...immediates: readonly number[]): this {
    this.bytes.push(opcode)
    for (const immediate of immediates) pushUnsigned(this.bytes, immediate)
    return this
  }
}

/** LEB128. */
function pushUnsigned(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 0x80; rest >>>= 7) bytes.push(0x80 | (rest & 0x7f))
  bytes.push(rest)
}

/** LEB128 with a sign. */
function pushSigned(bytes: number[], value: bigint): void {
  let [rest, low] = [value >> 7n, Number(value & 0x7fn)]
  while (rest !== (low & 0x40 ? -1n : 0n)) {
    bytes.push(0x80 | low)
    ;[rest, low] = [rest >> 7n, Number(rest & 0x7fn)]
  }
  bytes.push(low)
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  pushUnsigned(bytes, value)
  return bytes
}

function withSize(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}

const i32 = 0x7f
const i64 = 0x7e

/** A module of one function of an `i32`, without a result, and its memory. */
interface WebAssemblyFunction {
  /** Beside the parameter, which is local 0: first those of 32 bits, then those of 64. */
  readonly locals: { readonly i32: number; readonly i64: number }
  readonly body: CodeWriter
  /** Of 64 KiB. */
  readonly memoryPages: number
  /** What the memory has at the start. */
  readonly data: { readonly at: number; readonly bytes: Uint8Array }
}

/** Its exports are `memory` and `run`. */
export function encodeModule(module: WebAssemblyFunction): Uint8Array<ArrayBuffer> {
  const { locals, body, memoryPages, data } = module
  const name = (text: string) => withSize([...Buffer.from(text)])
  const section = (id: number, ...bytes: readonly number[]) => [id, ...withSize(bytes)]
  const localTypes = [2, ...unsigned(locals.i32), i32, ...unsigned(locals.i64), i64]
  const dataAt = new CodeWriter().i32Const(data.at).bytes
  return Uint8Array.from([
    ...[0x00, ...Buffer.from('asm'), 1, 0, 0, 0],
    ...section(1, 1, 0x60, 1, i32, 0),
    ...section(3, 1, 0),
    ...section(5, 1, 0, ...unsigned(memoryPages)),
    ...section(7, 2, ...name('memory'), 2, 0, ...name('run'), 0, 0),
    ...section(10, 1, ...withSize([...localTypes, ...body.bytes, 0x0b])),
    ...section(11, 1, 0, ...dataAt, 0x0b, ...withSize([...data.bytes])),
  ])
}
