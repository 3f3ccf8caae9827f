import { mkdir, rm, writeFile } from 'node:fs/promises'
import { committedArtifacts, compileFolder, renderArtifacts, solidityFolders } from './solidity.ts'

for (const { name, sources, artifacts, ...target } of solidityFolders) {
  const compiled = await compileFolder(sources, target)
  const modules = renderArtifacts(compiled)
  await mkdir(artifacts, { recursive: true })
  for (const file of Object.keys(await committedArtifacts(artifacts)))
    if (!(file in modules)) await rm(`${artifacts}/${file}`)
  for (const [file, text] of Object.entries(modules)) await writeFile(`${artifacts}/${file}`, text)
  for (const artifact of compiled)
    console.log(`${name}: ${artifact.name}, ${artifact.deployedBytecode.length / 2 - 1} bytes on chain`)
}
