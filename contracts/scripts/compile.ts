import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileFolder, renderArtifact } from './solidity.ts'

/** Every folder of Solidity in the house, and where its artifacts are committed. */
const targets = [
  { from: '../src', to: '../artifacts' },
  { from: '../../devnet/solidity', to: '../../devnet/artifacts' },
]

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

for (const { from, to } of targets) {
  await mkdir(path(to), { recursive: true })
  for (const artifact of await compileFolder(path(from)))
    await writeFile(`${path(to)}/${artifact.name}.ts`, renderArtifact(artifact))
}
