import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { printLine } from '../../server/test/support/faults/duration.ts'
import { temporaryFolder } from '../../server/test/support/folders.ts'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const sdk = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url))
const peers = /^(react|react\/jsx-runtime|@tanstack\/react-query)$/

/** What a program adds to an app that has React and TanStack Query. Modules of Node fail. */
async function bundle(program: string, external: readonly (string | RegExp)[] = [peers]): Promise<string> {
  const entry = join(await temporaryFolder(), 'program.tsx')
  await writeFile(entry, program)
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    external: [...external],
    resolve: { alias: { '@byname/react': source('index.ts'), '@byname/sdk': sdk } },
    onLog: (level, log) => {
      if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
      throw new Error(`${level}: ${log.message}`)
    },
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return output[0].code
}

const sizeOf = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

test('rule: hooks and components have at most 5.5 kB, 17 kB with the SDK and 1.5 kB of styles, compressed', async () => {
  const everything = `export * from '@byname/react'`
  const sizes = {
    'hooks and components': sizeOf(await bundle(everything, [peers, '@byname/sdk'])),
    'with the SDK': sizeOf(await bundle(everything)),
    styles: sizeOf(await readFile(source('styles.css'))),
  }
  printLine(
    Object.entries(sizes)
      .map(([part, bytes]) => `${part}: ${bytes} bytes`)
      .join(', '),
  )
  expect(sizes['hooks and components']).toBeLessThanOrEqual(5_500)
  expect(sizes['with the SDK']).toBeLessThanOrEqual(17_000)
  expect(sizes.styles).toBeLessThanOrEqual(1_500)
})

test('rule: an app that uses one hook has no component in its bundle', async () => {
  const code = await bundle(`export { useName } from '@byname/react'`, [peers, '@byname/sdk'])
  expect(sizeOf(code)).toBeLessThanOrEqual(1_200)
  expect(code).not.toContain('byname-card')
})

test('rule: servers of React leave the package to the client', async () => {
  expect(await readFile(source('index.ts'), 'utf8')).toMatch(/^'use client'\n/)
})
