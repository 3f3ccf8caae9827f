import { CodeWriter, encodeModule } from './web-assembly.ts'

/** Bytes of a block of Keccak-256. */
export const rate = 136

/** Of 64 bits. Lane x + 5y is (x, y) of FIPS 202. */
const lanes = 25
const laneBytes = 8
const rounds = 24

/** Where the state is in the memory, and where the blocks begin; between them are the round constants, the last one first. */
export const stateAt = 0
const constantsAt = 256
export const blocksAt = 512

/** Blocks that fit into the memory, which is one page. */
export const maxBlocks = Math.floor((65_536 - blocksAt) / rate)

/** Locals of 32 bits: how many blocks are left (the parameter), where the next one is, and bytes of round constants that are left. */
const blocksLeft = 0
const blockAt = 1
const constantsLeft = 2

/** Locals of 64 bits: a state, that of the next round, and what a round computes on the way. */
const evenState: State = (lane) => 3 + lane
const oddState: State = (lane) => evenState(lanes + lane)
const parity = (x: number) => evenState(2 * lanes + x)
const effect = (x: number) => parity(5 + x)
const moved = (x: number) => parity(10 + x)
const i64Locals = 2 * lanes + 15

/** The local of a lane. */
type State = (lane: number) => number

/**
 * The lanes that are kept inverted, which spares most inversions of χ ("lane complementing", Keccak implementation
 * overview §2.2), and how χ combines the two other lanes of a row then: `~` inverts the one beside it, `!` the lane that
 * they are added to.
 */
const invertedLanes: ReadonlySet<number> = new Set([1, 2, 8, 12, 17, 20])
const chiForms = [
  ...['|', '~|', '&', '|', '&'],
  ...['|', '&', '|~', '|', '&'],
  ...['|', '&', '~&', '!|', '&'],
  ...['&', '|', '~|', '!&', '|'],
  ...['~&', '!|', '&', '|', '&'],
] as const

/** By lane: by how many bits it is rotated (ρ), and which lane moves to its place (π). */
function permutation(): { readonly rotations: readonly number[]; readonly sources: readonly number[] } {
  const rotations = new Array<number>(lanes).fill(0)
  const sources = new Array<number>(lanes).fill(0)
  let [x, y] = [1, 0]
  for (let step = 1; step < lanes; step++) {
    const lane = x + 5 * y
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    rotations[lane] = ((step * (step + 1)) / 2) % 64
    sources[x + 5 * y] = lane
  }
  return { rotations, sources }
}

const { rotations, sources } = permutation()

/** Those of ι, by a shift register (FIPS 202 §3.2.5), in the order of the memory. */
function roundConstants(): Uint8Array {
  const constants = Buffer.alloc(rounds * laneBytes)
  let register = 1
  for (let round = rounds - 1; round >= 0; round--)
    for (let bit = 0; bit < 7; bit++) {
      const position = 2 ** bit - 1
      const at = round * laneBytes + (position >> 3)
      if (register & 1) constants[at] = (constants[at] ?? 0) | (1 << (position & 7))
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    }
  return constants
}

class KeccakWriter extends CodeWriter {
  absorbBlocks(): void {
    for (let lane = 0; lane < lanes; lane++)
      this.i32Const(stateAt)
        .i64Load(lane * laneBytes)
        .#invertIf(invertedLanes.has(lane))
        .set(evenState(lane))
    this.i32Const(blocksAt).set(blockAt)
    this.loopWhile(blocksLeft, () => {
      this.#absorbBlock()
      this.#permute()
      this.get(blockAt).i32Const(rate).i32Add().set(blockAt)
      this.get(blocksLeft).i32Const(-1).i32Add().set(blocksLeft)
    })
    for (let lane = 0; lane < lanes; lane++)
      this.i32Const(stateAt)
        .get(evenState(lane))
        .#invertIf(invertedLanes.has(lane))
        .i64Store(lane * laneBytes)
  }

  #absorbBlock(): void {
    for (let lane = 0; lane < rate / laneBytes; lane++)
      this.get(blockAt)
        .i64Load(lane * laneBytes)
        .get(evenState(lane))
        .i64Xor()
        .set(evenState(lane))
  }

  #permute(): void {
    this.i32Const(rounds * laneBytes).set(constantsLeft)
    this.loopWhile(constantsLeft, () => {
      this.#round(evenState, oddState, constantsAt - laneBytes)
      this.#round(oddState, evenState, constantsAt - 2 * laneBytes)
      this.get(constantsLeft)
        .i32Const(-2 * laneBytes)
        .i32Add()
        .set(constantsLeft)
    })
  }

  #round(from: State, to: State, constantAt: number): void {
    this.#theta(from)
    for (let row = 0; row < lanes; row += 5) {
      for (let x = 0; x < 5; x++) this.#move(from, row + x)
      for (let x = 0; x < 5; x++) this.#chi(row + x).set(to(row + x))
    }
    this.get(constantsLeft).i64Load(constantAt).get(to(0)).i64Xor().set(to(0))
  }

  /** Its second half is in `#move`. */
  #theta(from: State): void {
    for (let x = 0; x < 5; x++) {
      this.get(from(x))
      for (let row = 5; row < lanes; row += 5) this.get(from(row + x)).i64Xor()
      this.set(parity(x))
    }
    for (let x = 0; x < 5; x++)
      this.get(parity((x + 1) % 5))
        .i64Const(1n)
        .i64Rotl()
        .get(parity((x + 4) % 5))
        .i64Xor()
        .set(effect(x))
  }

  #move(from: State, lane: number): void {
    const { [lane]: source = 0 } = sources
    this.get(from(source))
      .get(effect(source % 5))
      .i64Xor()
    this.i64Const(BigInt(rotations[source] ?? 0)).i64Rotl()
    this.set(moved(lane % 5))
  }

  #chi(lane: number): this {
    const { [lane]: form = '&' } = chiForms
    const x = lane % 5
    this.get(moved((x + 1) % 5)).#invertIf(form.startsWith('~'))
    this.get(moved((x + 2) % 5)).#invertIf(form.endsWith('~'))
    if (form.includes('|')) this.i64Or()
    else this.i64And()
    return this.get(moved(x)).#invertIf(form.startsWith('!')).i64Xor()
  }

  #invertIf(condition: boolean): this {
    return condition ? this.i64Const(-1n).i64Xor() : this
  }
}

/**
 * A WebAssembly module whose `run` absorbs as many blocks from its memory into the state as it is given, each with
 * Keccak-f[1600] (FIPS 202). The state is in locals meanwhile, which is what makes it faster than one in memory.
 */
export function keccakModule(): Uint8Array<ArrayBuffer> {
  const body = new KeccakWriter()
  body.absorbBlocks()
  return encodeModule({
    ...{ locals: { i32: 2, i64: i64Locals }, body, memoryPages: 1 },
    data: { at: constantsAt, bytes: roundConstants() },
  })
}
