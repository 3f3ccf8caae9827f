import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { committedArtifacts, compileFolder, renderArtifacts, solidityFolders } from '../scripts/solidity.ts'

const folder = await mkdtemp(`${tmpdir()}/byname-solidity-`)
afterAll(() => rm(folder, { recursive: true }))

test.each(solidityFolders)(
  'rule: the artifacts of $name are what its Solidity compiles to',
  async ({ sources, artifacts, ...target }) => {
    const compiled = renderArtifacts(await compileFolder(sources, target))
    const committed = await committedArtifacts(artifacts)
    expect(Object.keys(committed)).toEqual(Object.keys(compiled))
    const stale = Object.keys(compiled).filter((file) => committed[file] !== compiled[file])
    expect(stale, 'run `npm run compile`').toEqual([])
  },
)

test('rule: an undeployable contract has no artifact, and neither has a folder that does not exist', async () => {
  await writeFile(
    `${folder}/Things.sol`,
    `// SPDX-License-Identifier: MIT
     pragma solidity 0.8.37;
     interface IThing { function x() external; }
     abstract contract Base is IThing {}
     contract Thing is Base { function x() external {} }`,
  )
  const artifacts = await compileFolder(folder)
  expect(artifacts.map(({ name, source }) => [name, source])).toEqual([['Thing', 'Things.sol']])
  expect(await compileFolder(`${folder}/nowhere`)).toEqual([])
})

test('a compiler warning is a failure', async () => {
  await writeFile(`${folder}/Warned.sol`, 'pragma solidity 0.8.37; contract Warned {}')
  await expect(compileFolder(folder)).rejects.toThrow('SPDX license identifier not provided')
})
