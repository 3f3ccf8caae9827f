import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { createForm, randomImage, uploadedUrl } from '../../support/media/uploads.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Uploads an image for demo.eth on mainnet and returns its URL. */
async function upload(type: 'avatar' | 'banner'): Promise<string> {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const path = `/ens/v1/ens/workspace/${sandbox.file.workspaceId}`
  const { domains } = dataOf<{ domains: { ensId: string; chainId: number }[] }>(
    await sandbox.call('GET', path, { headers }),
  )
  const ensId = domains.find(({ chainId }) => chainId === 1)?.ensId
  const body = createForm(await randomImage().png().toBuffer())
  const target = `/ens/v1/ens/upload-to-cdn?ensId=${ensId}&type=${type}`
  return uploadedUrl(await sandbox.call('POST', target, { headers, body }))
}

test('rule: viem and ethers show the uploaded images of the domain itself', async () => {
  const client = viemClient(sandbox)
  const name = 'demo.eth'
  expect(await client.getEnsAvatar({ name, strict: true })).toBeNull()
  const [avatar, banner] = [await upload('avatar'), await upload('banner')]
  expect(await client.getEnsAvatar({ name, strict: true })).toBe(avatar)
  expect(await client.getEnsText({ name, key: 'avatar', strict: true })).toBe(avatar)
  expect(await client.getEnsText({ name, key: 'header', strict: true })).toBe(banner)
  const resolver = await ethersProvider(sandbox).getResolver(name)
  expect(await resolver?.getText('avatar')).toBe(avatar)
  expect(await viemClient(sandbox, 11155111).getEnsText({ name, key: 'avatar', strict: true })).toBeNull()
})
