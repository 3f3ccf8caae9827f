import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../server/test/support/folders.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

const program = `
import { BynameError, createClient, type Name, verifyWebhook } from '@byname/sdk'
import type { paths } from '@byname/sdk/openapi'
import { type NameReport, verify as verifyName } from '@byname/sdk/verify'

export const client = createClient({ url: 'https://names.example', apiKey: 'key', chainId: 11155111 })
export const issue = async (): Promise<Name> => client.names.issue({ name: 'alice.acme.eth', owner: '0x' })
export const url: keyof paths = '/byname/v1/events'
export const verify = verifyWebhook
export const report = async (): Promise<NameReport> => verifyName('alice.acme.eth', { rpc: 'https://rpc.example' })
export const isTaken = (error: unknown) => error instanceof BynameError && error.name === 'SubdomainAlreadyExistsException'
export const read = client.request('GET', '/byname/v1/domains/{domain}', { params: { path: { domain: 'a.eth' }, query: { chainId: 1 } } })
export const names: Promise<string> = read.then(({ name }) => name)

// @ts-expect-error a member that there is not
export const wrongMember = client.names.issue({ name: 'alice.acme.eth', holder: '0x' })
// @ts-expect-error a wire name that there is not
export const wrongName = (error: BynameError) => error.name === 'NoSuchException'
// @ts-expect-error a path that there is not
export const wrongPath = client.request('GET', '/byname/v2/names')
// @ts-expect-error a method that the path does not have
export const wrongMethod = client.request('PUT', '/byname/v1/workspaces')
// @ts-expect-error parameters are missing
export const withoutParameters = client.request('GET', '/byname/v1/domains/{domain}')
`

interface BuildScript {
  readonly buildSdk: (folder: string) => Promise<void>
}

/** A folder in which the built package is installed. */
async function install(): Promise<string> {
  const folder = await temporaryFolder()
  const sdk = join(folder, 'node_modules/@byname/sdk')
  await mkdir(sdk, { recursive: true })
  await copyFile(join(root, 'sdk/package.json'), join(sdk, 'package.json'))
  await mkdir(join(folder, 'node_modules/@noble'))
  for (const library of ['@noble/curves', '@noble/hashes', 'openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(root, 'node_modules', library), join(folder, 'node_modules', library))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const { buildSdk }: BuildScript = await import(join(root, 'sdk/scripts/build-sdk.js'))
  await buildSdk(join(sdk, 'dist'))
  return folder
}

it('rule: the package compiles for programs by each way of resolving modules, and runs in Node', async () => {
  const folder = await install()
  await writeFile(join(folder, 'program.ts'), program)
  // TypeScript reads a .cts file as CommonJS, whose imports have declarations of their own.
  await writeFile(join(folder, 'common.cts'), program)
  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['Node16', 'Node16'],
    ['ESNext', 'Bundler'],
  ]) {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
      ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [], module, moduleResolution },
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['program.ts', 'common.cts'] }),
    )
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(execPath, [compiler, '-p', folder]).catch(
      (failed: { stdout: string }) => failed,
    )
    expect(stdout).toBe('')
  }
  const check = `const { createClient } = await import('@byname/sdk'); console.log(typeof createClient)`
  const { stdout } = await run(execPath, ['--input-type=module', '--eval', check], { cwd: folder })
  expect(stdout).toBe('function\n')

  const required = `const { createClient, BynameError } = require('@byname/sdk')
console.log(typeof createClient, new BynameError('TimedOut', 'x').name, require('@byname/sdk/checksum-address').checksumAddress('0x${'ab'.repeat(20)}'), typeof require('@byname/sdk/verify').verify)`
  const common = await run(
    execPath,
    ['--input-type=commonjs', '--no-experimental-require-module', '--eval', required],
    { cwd: folder },
  )
  expect(common.stdout).toBe('function TimedOut 0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB function\n')
})

it('rule: the sources use nothing of Node', async () => {
  const files = await readdir(join(root, 'sdk/src'), { recursive: true })
  for (const file of files.filter((path) => path.endsWith('.ts')))
    expect(await readFile(join(root, 'sdk/src', file), 'utf8')).not.toMatch(/'node:|\bprocess\.|\bBuffer\b/)
})
