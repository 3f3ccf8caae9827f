import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In the declarations of a folder, the compiler keeps the names of sources: these are those of scripts. */
export async function nameScripts(folder) {
  await rewriteDeclarations(folder, '.d.ts', (text) =>
    text.replaceAll(/(from '\.{1,2}\/[\w/-]+|import\("\.{1,2}\/[\w/-]+)\.tsx?/g, '$1.js'),
  )
}

/**
 * Adds what a program in CommonJS reads (`require`, and its types under `node16`): a script for each entry, and declarations beside
 * those of the ES modules, which TypeScript does not let a CommonJS file import. `external`: packages that stay imports; others are
 * in the scripts, because they have no CommonJS form, and `notice` is their licence.
 */
export async function addCommonJs(folder, { entries, external, notice }) {
  // Imported late: it is a development dependency.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.js`)])),
    external,
    platform: 'neutral',
    onLog: (level, log) => {
      if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
      throw new Error(`${level}: ${log.message}`)
    },
  })
  await build.write({
    dir: folder,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    ...(notice && { banner: `/*! ${notice} */` }),
  })
  await build.close()
  const declarations = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.d.ts'))
  await Promise.all(
    declarations.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const renamed = text.replaceAll(
        /(from '\.{1,2}\/[\w/-]+|import\("\.{1,2}\/[\w/-]+|import '\.{1,2}\/[\w/-]+)\.js/g,
        '$1.cjs',
      )
      await writeFile(join(folder, file.replace(/\.d\.ts$/, '.d.cts')), renamed)
    }),
  )
}

async function rewriteDeclarations(folder, ending, rewrite) {
  const declarations = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(ending))
  await Promise.all(
    declarations.map(async (file) =>
      writeFile(join(folder, file), rewrite(await readFile(join(folder, file), 'utf8'))),
    ),
  )
}
