import { readdir } from 'node:fs/promises'
import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { addEnsContracts } from '@ensdomains/ensjs'
import { getRecords } from '@ensdomains/ensjs/public'
import { createConfig, getEnsAddress } from '@wagmi/core'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, getAddress, http, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Records } from '../../../src/ens/stored-records.ts'
import {
  type AnchorScene,
  graceSeconds,
  prepareAnchor,
  startAnchorScene,
} from '../../support/anchors/scene.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'

function recordsOf(index: number): Records {
  return {
    addresses: [{ coinType: 60, address: toHex(index + 1, { size: 20 }) }],
    texts: [{ key: 'url', value: `https://n${index}.example` }],
    contenthash: null,
  }
}

const count = 300
let scene: AnchorScene

beforeAll(async () => {
  scene = await startAnchorScene()
  await insertSubnames(
    scene.service.context.store,
    Array.from({ length: count }, (_, index) =>
      newSubname(scene.domain, `n${index}`, { records: recordsOf(index) }),
    ),
  )
}, 120_000)
afterAll(() => scene?.stop())

test('names resolve from the files when everything else is gone, for all stock clients', async () => {
  const { run, domain, devnet, client, folders, hosts, contract, environment } = scene
  const early = await run(['anchor', domain.name])
  expect(early).toMatchObject({ code: 1, errors: expect.stringContaining('There is no key of the anchor') })
  await prepareAnchor(scene)
  const { printed, code, errors } = await run(['anchor', domain.name])
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('Sent 0x') })
  expect(printed).toMatchObject({ names: count + 1, depth: 5 })
  expect(printed.targets).toMatchObject([{ files: 34 }, { files: 34 }])
  for (const folder of folders) {
    expect(await readdir(folder)).toHaveLength(34)
    expect((await run(['verify', folder, '--root', printed.root])).code).toBe(0)
  }
  expect(await client.readContract({ abi, address: contract, functionName: 'zone' })).toEqual([
    printed.root,
    5,
  ])
  await scene.stopService()
  await expect(client.getEnsAddress({ name: `n1.${domain.name}`, strict: true })).rejects.toThrow()
  await devnet.increaseTime(1, graceSeconds + 60)
  const provider = new JsonRpcProvider(environment['RPC_URL_1'])
  onTestFinished(() => provider.destroy())
  const transport = http(devnet.rpcUrl(1))
  const wagmi = createConfig({ chains: [mainnet], transports: { [mainnet.id]: transport } })
  const ensjs = createPublicClient({ chain: addEnsContracts(mainnet), transport })
  for (let index = 0; index < count; index++) {
    const name = `n${index}.${domain.name}`
    const expected = getAddress(toHex(index + 1, { size: 20 }))
    expect(await client.getEnsAddress({ name, strict: true })).toBe(expected)
    if (index % 10 > 0) continue
    expect(await provider.resolveName(name)).toBe(expected)
    expect(await getEnsAddress(wagmi, { name, chainId: mainnet.id })).toBe(expected)
    const { coins, texts } = await getRecords(ensjs, { name, coins: [60], texts: ['url'] })
    expect({ coins, texts }).toMatchObject({
      coins: [{ value: expected }],
      texts: [{ key: 'url', value: `https://n${index}.example` }],
    })
  }
  expect(await client.getEnsAddress({ name: `absent.${domain.name}`, strict: true })).toBeNull()
  hosts[0].setFault((response) => {
    response.writeHead(404).end()
    return true
  })
  expect(await client.getEnsText({ name: `n7.${domain.name}`, key: 'url', strict: true })).toBe(
    'https://n7.example',
  )
}, 120_000)
