import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@byname/sdk'
import { expect, it } from 'vitest'
import { bundleBlocks, readBlocks, wagmiTypes } from '../../server/test/support/browser/react-guide.ts'
import { createWallet } from '../../server/test/support/credentials/signed-headers.ts'
import { temporaryFolder } from '../../server/test/support/folders.ts'
import { describeService } from '../../server/test/support/service/describe-service.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const tsconfig = {
  extends: `${repository}react/tsconfig.json`,
  compilerOptions: {
    ...{ noEmit: true, allowImportingTsExtensions: true, module: 'ESNext', moduleResolution: 'Bundler' },
    ...{ rootDir: '/', customConditions: ['byname-source'] },
  },
  include: ['.'],
}

const renderProgram = (url: string) => `
import { renderToString } from 'react-dom/server'
import { BynameProvider } from '@byname/react'
import { App } from './App.tsx'
import { GermanForm } from './GermanForm.tsx'
import { MyNames } from './MyNames.tsx'
import { Names } from './Names.tsx'
import { PlainForm } from './PlainForm.tsx'
import { ServerPage } from './ServerPage.tsx'
import { ServerTeam } from './ServerTeam.tsx'
import { Welcome } from './Welcome.tsx'

const inProvider = (element) => <BynameProvider url="${url}">{element}</BynameProvider>
export const render = async () => ({
  App: renderToString(<App />),
  GermanForm: renderToString(<GermanForm />),
  MyNames: renderToString(inProvider(<MyNames />)),
  Names: renderToString(<Names>inside</Names>),
  PlainForm: renderToString(inProvider(<PlainForm />)),
  ServerPage: renderToString(inProvider(await ServerPage())),
  ServerTeam: renderToString(inProvider(await ServerTeam())),
  Welcome: renderToString(inProvider(<Welcome />)),
})`

describeService('The code of docs/react.md', (service) => {
  it('rule: it has the types of the package', async () => {
    const blocks = await readBlocks(service().url, 'demo.eth')
    const folder = await temporaryFolder()
    await Promise.all([
      symlink(`${repository}node_modules`, join(folder, 'node_modules')),
      writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig)),
      writeFile(join(folder, 'wagmi.d.ts'), wagmiTypes),
      ...[...blocks].map(([name, code]) => writeFile(join(folder, `${name}.tsx`), code)),
    ])
    const compiler = `${repository}node_modules/typescript/bin/tsc`
    const run = promisify(execFile)(execPath, [compiler, '-p', folder])
    const output = await run.then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    )
    expect(output).toBe('')
    expect(blocks.size).toBe(8)
  })

  it('rule: a server renders it', async () => {
    const blocks = await readBlocks(service().url, 'demo.eth')
    const file = join(await temporaryFolder(), 'render.mjs')
    await writeFile(file, await bundleBlocks(blocks, renderProgram(service().url), 'node'))
    // Safe because the program above exports it.
    const { render } = (await import(pathToFileURL(file).href)) as {
      readonly render: () => Promise<Readonly<Record<string, string>>>
    }
    const issue = (name: string) =>
      createClient({ url: service().url, apiKey: service().key }).names.issue({
        name,
        owner: createWallet().address,
        records: { texts: { description: `The description of ${name}` } },
      })
    const rendered = await render()
    expect(rendered).toMatchObject({
      App: expect.stringContaining('Your name'),
      GermanForm: expect.stringContaining('Dein Name'),
      Names: 'inside',
      PlainForm: expect.stringContaining('<button type="submit">Claim</button>'),
      ServerPage: '<p>alice is free.</p>',
    })
    const textOf = (html = '') => html.replaceAll(/<[^>]+>/g, '')
    expect(textOf(rendered['ServerTeam'])).toMatch(
      /alice\.demo\.eth.*not issued.*bob\.demo\.eth.*not issued/s,
    )
    expect(textOf(rendered['Welcome'])).toContain('alice.demo.eth')
    await Promise.all([issue('alice.demo.eth'), issue('bob.demo.eth')])
    expect(await render()).toMatchObject({
      ServerPage: expect.stringContaining('The description of alice.demo.eth'),
      ServerTeam: expect.stringMatching(/description of alice\.demo\.eth.*description of bob\.demo\.eth/s),
    })
  })
})
