import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { expect, it } from 'vitest'
import { seedSubname } from '../support/entities/subnames.ts'
import { temporaryFolder } from '../support/folders.ts'
import { describeService } from '../support/service/describe-service.ts'

const run = promisify(execFile)
const nodeModules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Stricter than `strict` alone, as careful clients are. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
}

/** The parts of the generated modules that the test uses; their names follow from the operation id. */
interface GeneratedClient {
  readonly v1ListSubnamesOfDomain: (
    query: object,
  ) => Promise<{ readonly status: number; readonly data: unknown }>
}
interface GeneratedSchemas {
  readonly V1ListSubnamesOfDomainResponse: { readonly parse: (body: unknown) => unknown }
}

describeService('A client that is generated from /openapi.json', (service) => {
  it('rule: it compiles under strict, and its schemas accept a response to it', async () => {
    const { url, demo } = service()
    const folder = await temporaryFolder()
    await symlink(nodeModules, join(folder, 'node_modules'))
    const document = join(folder, 'openapi.json')
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text())
    for (const client of ['fetch', 'zod'] as const) {
      const target = join(folder, `${client}.ts`)
      await generate({ input: { target: document }, output: { target, client, baseUrl: url } }, folder)
    }
    const files = ['fetch.ts', 'zod.ts']
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const compiled = await run(execPath, [join(nodeModules, 'typescript/bin/tsc'), '-p', folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(compiled.stdout).toBe('')

    const { ens } = await seedSubname(service(), demo[1], 'generated')
    const client: GeneratedClient = await import(join(folder, 'fetch.ts'))
    const schemas: GeneratedSchemas = await import(join(folder, 'zod.ts'))
    const { status, data } = await client.v1ListSubnamesOfDomain({
      ensDomain: demo[1].name,
      chainId: 1,
      limit: 1,
    })
    expect(status).toBe(200)
    expect(schemas.V1ListSubnamesOfDomainResponse.parse(data)).toEqual(data)
    expect(data).toMatchObject({ result: { data: { data: [{ ens }] } } })
  })
})
