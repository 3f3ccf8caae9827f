import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder } from '../../server/test/support/folders.ts'

let folder: string
/** The package in JavaScript: Node strips types by WebAssembly. */
let script: string
beforeAll(async () => {
  folder = await createFolder('keccak')
  script = join(folder, 'keccak.mjs')
  const input = fileURLToPath(new URL('../src/keccak.ts', import.meta.url))
  const bundle = await rolldown({ input, platform: 'node' })
  await bundle.write({ file: script })
  await bundle.close()
})
afterAll(() => rm(folder, { recursive: true }))

const lengths = [0, 1, 135, 136, 137, 5000]

/** The kind of WebAssembly that a process of Node has after `prepare`, and the hashes of zeros. */
async function hashIn(flags: readonly string[], prepare: string): Promise<readonly string[]> {
  const program = `
    ${prepare}
    const { keccak256 } = await import(${JSON.stringify(script)})
    const hashes = ${JSON.stringify(lengths)}.map((length) => keccak256(new Uint8Array(length)))
    console.log([typeof WebAssembly, ...hashes.map((hash) => Buffer.from(hash).toString('hex'))].join(' '))`
  const args = [...flags, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(execPath, args)
  return stdout.trim().split(' ')
}

const hashes = lengths.map((length) => Buffer.from(keccak_256(new Uint8Array(length))).toString('hex'))

test('a process without WebAssembly has the same hashes', async () => {
  expect(await hashIn(['--jitless'], '')).toEqual(['undefined', ...hashes])
})

test('a process that may not compile WebAssembly has the same hashes', async () => {
  const refuse = `WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('refused') } }`
  expect(await hashIn([], refuse)).toEqual(['object', ...hashes])
})
