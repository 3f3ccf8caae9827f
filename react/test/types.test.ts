import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../server/test/support/folders.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const program = `
import { BynameProvider, ClaimName, NameCard, useName } from '@byname/react'
import { nameQuery, queryKey } from '@byname/react/queries'
import { createClient, type NameWithEtag } from '@byname/sdk'
import { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'

export function App({ name }: { readonly name: NameWithEtag | null }): ReactElement {
  const { data } = useName('alice.acme.eth', { initialData: name })
  return (
    <BynameProvider url="https://names.example">
      <ClaimName domain="acme.eth" className="claim" />
      <ClaimName domain="acme.eth">{({ label }) => label}</ClaimName>
      <NameCard name="alice.acme.eth" initialData={name} />
      <NameCard name="alice.acme.eth">{(found) => <b>{found?.name ?? data?.name}</b>}</NameCard>
    </BynameProvider>
  )
}

export async function prefetch(): Promise<readonly unknown[]> {
  const source = { client: createClient({ url: 'https://names.example' }), url: 'https://names.example' }
  const queries = new QueryClient()
  await queries.prefetchQuery(nameQuery(source, 'alice.acme.eth'))
  return queryKey(source, 'name')
}

// @ts-expect-error a domain is missing
export const wrong = <ClaimName />
`

/** An app with the built package and the types of one version of React. */
async function createApp(reactTypes: string): Promise<string> {
  const folder = await temporaryFolder()
  const link = async (name: string, target = `node_modules/${name}`) => {
    await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true })
    await symlink(join(repository, target), join(folder, 'node_modules', name))
  }
  await link('@types/react', reactTypes)
  for (const name of [
    'csstype',
    '@types/prop-types',
    '@tanstack/react-query',
    '@tanstack/query-core',
    'openapi-fetch',
    'openapi-typescript-helpers',
  ])
    await link(name)
  await link('@byname/react', 'react')
  await link('@byname/sdk', 'sdk')
  await writeFile(join(folder, 'app.tsx'), program)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    ...{
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      jsx: 'react-jsx',
      types: [],
      preserveSymlinks: true,
    },
    ...{
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
    },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.tsx'] }))
  return folder
}

it.each([
  ['18', 'node_modules/types-react-18'],
  ['19', 'node_modules/@types/react'],
])('rule: the package has types for an app with those of React %s', async (_, reactTypes) => {
  const folder = await createApp(reactTypes)
  const compiler = `${repository}node_modules/typescript/bin/tsc`
  const compiled = promisify(execFile)(execPath, [compiler, '-p', folder])
  const { stdout } = await compiled.catch((failed: { readonly stdout: string }) => failed)
  expect(stdout).toBe('')
})
