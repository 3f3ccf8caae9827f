import { hash, randomBytes } from 'node:crypto'
import { keccak256 } from '@byname/keccak'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BenchOptions, Report } from '../bench.ts'
import { figure } from '../report/format.ts'
import { table } from '../report/table.ts'

type Hash = (bytes: Uint8Array) => Uint8Array

const hashes = [
  ['`@byname/keccak`', keccak256],
  ["OpenSSL's SHA3-256", (bytes) => hash('sha3-256', bytes, 'buffer')],
  ['`@noble/hashes`', keccak_256],
] as const satisfies readonly (readonly [string, Hash])[]

/** Of 136 bytes, of which the padding takes one at least. */
const sizes = [
  { blocks: 1, bytes: 135 },
  { blocks: 36, bytes: 4895 },
]

/** Of each hash and size. The shortest counts: other work of the machine only makes them longer. */
const turns = 40

/** Keccak-256 beside the fallback in JavaScript, and beside SHA3-256, which differs in a bit of the padding. */
export async function benchKeccak({ seconds }: BenchOptions): Promise<Report> {
  const inputs = sizes.map(({ blocks, bytes }) => ({ blocks, input: randomBytes(bytes) }))
  for (const { input } of inputs)
    if (Buffer.compare(keccak256(input), keccak_256(input)) !== 0)
      throw new Error(`Two hashes of ${input.length} bytes differ.`)
  const shortest = new Map(hashes.map(([title]) => [title, sizes.map(() => Number.POSITIVE_INFINITY)]))
  for (let turn = 0; turn < turns; turn++)
    for (const [title, hashOf] of hashes)
      for (const [column, { blocks, input }] of inputs.entries()) {
        const micros = microsOf(() => hashOf(input), (seconds * 1000) / turns) / blocks
        const times = shortest.get(title) ?? []
        times[column] = Math.min(times[column] ?? micros, micros)
      }
  return {
    heading: 'Keccak-256',
    body: [
      `Shortest of ${turns} turns; a block has 136 bytes.`,
      table(
        ['Hash', 'one block, µs', 'a block of 4.9 KB, µs'],
        [...shortest].map(([title, times]) => [title, ...times.map(figure)]),
      ),
    ].join('\n\n'),
    findings: [],
  }
}

const repeated = 20

function microsOf(run: () => unknown, milliseconds: number): number {
  const begin = performance.now()
  let runs = 0
  do {
    for (let index = 0; index < repeated; index++) run()
    runs += repeated
  } while (performance.now() - begin < milliseconds)
  return ((performance.now() - begin) * 1000) / runs
}
