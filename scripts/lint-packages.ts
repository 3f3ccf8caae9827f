import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { publishableWorkspaces, root } from './release/project.ts'
import { pack } from './release/tarballs.ts'

// Whether programs of each kind (ES modules, CommonJS, bundlers; TypeScript with `node10`, `node16`, `bundler`) can import the packages for
// programs as they are built.

/** Without types by nature. */
const untyped = ['./styles.css', './package.json']

async function problemsOf(folder: string, destination: string): Promise<readonly string[]> {
  const { file } = pack(join(root, folder), destination)
  const tarball = readFileSync(join(destination, file))
  const analysis = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints: untyped })
  const types = analysis.types ? analysis.problems : [{ kind: 'NoTypes' }]
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true, pack: 'npm' })
  return [
    ...types.map((problem) => JSON.stringify(problem)),
    ...messages.flatMap((message) => formatMessage(message, pkg) ?? message.code),
  ]
}

const destination = await mkdtemp(join(tmpdir(), 'byname-packages-'))
try {
  for (const { folder, manifest } of publishableWorkspaces())
    for (const problem of await problemsOf(folder, destination)) {
      process.stdout.write(`${manifest.name}: ${problem}\n`)
      process.exitCode = 1
    }
} finally {
  await rm(destination, { recursive: true })
}
