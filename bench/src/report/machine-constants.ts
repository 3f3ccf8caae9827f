import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256 } from '@byname/keccak'
import { createLocalSigner } from '../../../server/src/signing/local-signer.ts'
import { signerKey, userAt } from '../databases/zone.ts'
import { measure } from '../load/measure.ts'
import { getRequest } from '../load/requests.ts'
import { addressLookup } from '../lookups/expected-lookup.ts'
import { responseSize } from '../lookups/verify-response.ts'
import { figure } from './format.ts'
import { table } from './table.ts'

/** What a lookup is made of, in processor time of this machine, by which figures of another can be scaled. */
export interface MachineConstants {
  /** µs for a GET that a server of nothing but `node:http` responds to with bytes of the size of a lookup's response. */
  readonly request: number
  /** µs for 192 bytes, about what is signed for a lookup. */
  readonly hash: number
  /** µs */
  readonly signature: number
  /** ns for 8 bytes anywhere in 256 MiB. */
  readonly memoryRead: number
  /** µs for 4,096 bytes anywhere in a file of 256 MiB that is in memory. */
  readonly fileRead: number
}

const measuredMs = 300
const largeBytes = 268_435_456
const pageBytes = 4096

/** Takes about five seconds. `folder`: for a file of 256 MiB, which remains. */
export async function measureMachine(folder: string): Promise<MachineConstants> {
  return { request: await measureRequest(), ...measureParts(folder) }
}

async function measureRequest(): Promise<number> {
  const request = getRequest('/')
  const size = String(responseSize(addressLookup(userAt(1), 60)))
  const script = new URL('../servers/bare.ts', import.meta.url)
  const profile = { connections: 32, warmUpSeconds: 1, seconds: 1 }
  const { serverCpuMicros } = await measure({ script, args: [size] }, { requestOf: () => request }, profile)
  return serverCpuMicros
}

function measureParts(folder: string): Omit<MachineConstants, 'request'> {
  const signer = createLocalSigner(signerKey)
  const hashed = randomBytes(192)
  const digest = keccak256(hashed)
  const numbers = new Float64Array(largeBytes / 8).fill(1)
  const file = openSync(join(folder, 'random-reads'), 'w+')
  try {
    const block = Buffer.alloc(largeBytes / 64, 1)
    for (let written = 0; written < largeBytes; written += block.length) writeSync(file, block)
    const page = Buffer.alloc(pageBytes)
    const random = createSequence()
    let sum = 0
    return {
      hash: microsOf(() => keccak256(hashed)),
      signature: microsOf(() => signer.sign(digest)),
      memoryRead:
        1000 *
        microsOf(() => {
          // Each place depends on what the one before has, so that no two are read at once.
          sum = numbers[(random() + sum) % numbers.length] ?? 0
        }),
      fileRead: microsOf(() =>
        readSync(file, page, 0, pageBytes, pageBytes * (random() % (largeBytes / pageBytes))),
      ),
    }
  } finally {
    closeSync(file)
  }
}

/** Of 2³² numbers, each once (Hull–Dobell). */
function createSequence(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 3
  }
}

const repeated = 200

function microsOf(run: () => unknown): number {
  for (let index = 0; index < 10 * repeated; index++) run()
  const before = process.cpuUsage()
  const end = performance.now() + measuredMs
  let runs = 0
  while (performance.now() < end) {
    for (let index = 0; index < repeated; index++) run()
    runs += repeated
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}

export function constantsTable({ request, hash, signature, memoryRead, fileRead }: MachineConstants): string {
  return table(
    ['This machine', 'Processor time'],
    [
      ['a request to a bare `node:http` server', `${figure(request)} µs`],
      ['Keccak-256 of 192 bytes', `${figure(hash)} µs`],
      ['a secp256k1 signature', `${figure(signature)} µs`],
      ['8 bytes from 256 MiB of memory', `${figure(memoryRead)} ns`],
      ['4 KiB from a file of 256 MiB in memory', `${figure(fileRead)} µs`],
    ],
    ['left'],
  )
}
