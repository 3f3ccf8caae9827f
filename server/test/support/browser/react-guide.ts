import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { createFolder } from '../folders.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** What an app has of wagmi. */
export const wagmiTypes = `declare module 'wagmi' {
  export function useWalletClient(): { readonly data: import('@byname/sdk').WalletClientLike | undefined }
}
declare module '*.css' {}
`

/** The code blocks of docs/react.md about the service and the domain of a test, each by the component that it exports. */
export async function readBlocks(url: string, domain: string): Promise<ReadonlyMap<string, string>> {
  const guide = await readFile(`${repository}docs/react.md`, 'utf8')
  const blocks = [...guide.matchAll(/```tsx\n(.*?)```/gs)].map(([, code = '']) => code)
  return new Map(
    blocks.map((code) => [
      /export (?:async )?function (\w+)/.exec(code)?.[1] ?? '',
      code.replaceAll('https://names.acme.com', url).replaceAll('acme.eth', domain),
    ]),
  )
}

/** The blocks and a program that imports them from `./{component}.tsx`, in one file for a browser or for Node. */
export async function bundleBlocks(
  blocks: ReadonlyMap<string, string>,
  program: string,
  platform: 'browser' | 'node',
): Promise<string> {
  const folder = await createFolder('blocks')
  const input = join(folder, 'program.tsx')
  await Promise.all([
    writeFile(input, program),
    writeFile(join(folder, 'wagmi.ts'), `export const useWalletClient = () => ({ data: undefined })`),
    writeFile(join(folder, 'empty.css.js'), ''),
    ...[...blocks].map(([name, code]) => writeFile(join(folder, `${name}.tsx`), code)),
  ])
  const inRepository = (path: string) => `${repository}${path}`
  const modules = ['react', 'react-dom', '@tanstack/react-query']
  const build = await rolldown({
    input,
    platform,
    resolve: {
      alias: {
        '@byname/react/styles.css': join(folder, 'empty.css.js'),
        '@byname/react/queries': inRepository('react/src/queries.ts'),
        '@byname/react': inRepository('react/src/index.ts'),
        '@byname/sdk': inRepository('sdk/src/index.ts'),
        wagmi: join(folder, 'wagmi.ts'),
        ...Object.fromEntries(modules.map((name) => [name, inRepository(`node_modules/${name}`)])),
      },
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (level, log) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(`${level}: ${log.message}`)
    },
  })
  const { output } = await build.generate({ codeSplitting: false })
  await build.close()
  await rm(folder, { recursive: true })
  return output[0].code
}
