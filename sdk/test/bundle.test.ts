import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { env, execPath, version } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { printLine } from '../../server/test/support/faults/duration.ts'
import { temporaryFolder } from '../../server/test/support/folders.ts'
import { describeService } from '../../server/test/support/service/describe-service.ts'

const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const verifier = fileURLToPath(new URL('../src/verify.ts', import.meta.url))
const run = promisify(execFile)

/** A program and all that it uses in one file, for a platform without Node's modules: their import fails. */
async function bundle(program: string): Promise<string> {
  const entry = join(await temporaryFolder(), 'program.ts')
  const sources = program
    .replaceAll("'@byname/sdk'", JSON.stringify(index))
    .replaceAll("'@byname/sdk/verify'", JSON.stringify(verifier))
  await writeFile(entry, sources)
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`)
    },
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  expect(output).toHaveLength(1)
  return output[0].code
}

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length

const issueAndResolve = `
import { createClient } from '@byname/sdk'
const client = createClient({ url: 'https://names.example', apiKey: 'key' })
const { name } = await client.names.issue({ name: 'alice.acme.eth', owner: '0x' })
console.log(await client.names.resolve(name))`

it('rule: a program that issues and resolves has at most 12 kB with its library, compressed, one that verifies 28 kB', async () => {
  const sizes = {
    'issue and resolve': sizeOf(await bundle(issueAndResolve)),
    'verify a webhook': sizeOf(await bundle(`export { verifyWebhook } from '@byname/sdk'`)),
    'verify a name': sizeOf(await bundle(`export { verify } from '@byname/sdk/verify'`)),
    'verify an answer': sizeOf(await bundle(`export { verifyAnswer } from '@byname/sdk/verify'`)),
    everything: sizeOf(await bundle(`export * from '@byname/sdk'`)),
  }
  printLine(
    Object.entries(sizes)
      .map(([program, bytes]) => `${program}: ${bytes} bytes`)
      .join(', '),
  )
  expect(sizes['issue and resolve']).toBeLessThanOrEqual(12_000)
  expect(sizes['verify a webhook']).toBeLessThanOrEqual(1_200)
  expect(sizes['verify a name']).toBeLessThanOrEqual(28_000)
})

/** Not that of the installation: what a machine has, which may be older. */
function systemNode(): string {
  const { PATH = '' } = env
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, 'node')).find(existsSync) ?? execPath
}

describeService('The bundled client', (service) => {
  const programOf = (name: string) => `
import { createClient } from '@byname/sdk'
const client = createClient({ url: '${service().url}', apiKey: '${service().key}' })
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
await client.names.issue({ name: '${name}', owner })
export const names = []
for await (const { name } of client.names.list('demo.eth')) names.push(name)
`

  it(`rule: it runs in the Node of this machine, and in ${version}`, async () => {
    for (const [program, name] of [
      [systemNode(), 'system.demo.eth'],
      [execPath, 'own.demo.eth'],
    ] as const) {
      const file = join(await temporaryFolder(), 'program.mjs')
      await writeFile(file, `${await bundle(programOf(name))}\n`)
      const { stdout } = await run(program, [
        ...['--input-type=module', '--eval'],
        `const { names } = await import('${pathToFileURL(file)}'); console.log(process.version, names.join())`,
      ])
      printLine(stdout.trim())
      expect(stdout).toMatch(/^v(2\d|[3-9]\d)\./)
      expect(stdout).toContain(name)
    }
  })

  it('rule: it runs in a worker', async () => {
    const file = join(await temporaryFolder(), 'worker.mjs')
    const report = `import { parentPort } from 'node:worker_threads'`
    await writeFile(
      file,
      `${report}\n${await bundle(`${programOf('worker.demo.eth')}`)}\nparentPort.postMessage('done')`,
    )
    const worker = new Worker(file)
    const message = await new Promise((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    )
    await worker.terminate()
    expect(message).toBe('done')
  })
})
