import { toHex } from './random-hex.ts'

/** EIP-55, of an address in any case. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = toHex(keccak256(new TextEncoder().encode(digits)))
  const spelled = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${spelled.join('')}`
}

const rounds = 24
const lanes = 25
const rateBytes = 136
const mask = (1n << 64n) - 1n

/** Rotations of ρ along the path that π takes, from lane 1 on. */
const rotations = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44]
const path = [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1]

/** Of FIPS 202 §3.2.5, by its linear feedback shift register. */
const roundConstants = createRoundConstants()

function createRoundConstants(): readonly bigint[] {
  let register = 1
  const nextBit = () => {
    const bit = register & 1
    register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    return BigInt(bit)
  }
  return Array.from({ length: rounds }, () => {
    let constant = 0n
    for (let exponent = 0n; exponent < 7n; exponent += 1n) constant |= nextBit() << ((1n << exponent) - 1n)
    return constant
  })
}

/** Of less than 136 bytes: Keccak with the padding of Ethereum, which is older than that of SHA-3. */
function keccak256(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(rateBytes)
  block.set(bytes)
  block[bytes.length] = 0x01
  block[rateBytes - 1] = (block[rateBytes - 1] ?? 0) | 0x80
  const view = new DataView(block.buffer)
  const state = Array.from({ length: lanes }, (_, lane) =>
    lane < rateBytes / 8 ? view.getBigUint64(lane * 8, true) : 0n,
  )
  for (const constant of roundConstants) permute(state, constant)
  const digest = new DataView(new ArrayBuffer(32))
  for (let lane = 0; lane < 4; lane += 1) digest.setBigUint64(lane * 8, state[lane] ?? 0n, true)
  return new Uint8Array(digest.buffer)
}

/** One round of Keccak-f[1600]. */
function permute(state: bigint[], constant: bigint): void {
  const at = (lane: number) => state[lane] ?? 0n
  const columns = Array.from(
    { length: 5 },
    (_, x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20),
  )
  for (let lane = 0; lane < lanes; lane += 1) {
    const x = lane % 5
    state[lane] = at(lane) ^ (columns[(x + 4) % 5] ?? 0n) ^ rotate(columns[(x + 1) % 5] ?? 0n, 1)
  }
  let moving = at(1)
  for (const [step, lane] of path.entries()) {
    const displaced = at(lane)
    state[lane] = rotate(moving, rotations[step] ?? 0)
    moving = displaced
  }
  for (let row = 0; row < lanes; row += 5) {
    const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = state.slice(row, row + 5)
    const mixed = [a ^ (~b & c), b ^ (~c & d), c ^ (~d & e), d ^ (~e & a), e ^ (~a & b)]
    for (const [x, value] of mixed.entries()) state[row + x] = value & mask
  }
  state[0] = at(0) ^ constant
}

function rotate(value: bigint, bits: number): bigint {
  return ((value << BigInt(bits)) | (value >> BigInt(64 - bits))) & mask
}
