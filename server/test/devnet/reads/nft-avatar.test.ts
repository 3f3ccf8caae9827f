import sharp from 'sharp'
import { encodeAbiParameters, type Hex, padHex, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy } from '../../support/chain/deployer.ts'
import { deployHostileContract, type HostileResponse } from '../../support/chain/hostile-contract.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { randomImage } from '../../support/media/uploads.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let server: TestServer
let image: string

/** Responses of the server, by path. */
const files = new Map<string, string>()

beforeAll(async () => {
  server = await startHttpServer((request, response) => response.end(files.get(request.url ?? '')))
  sandbox = await startTestSandbox({ OUTBOUND_ALLOWED_ORIGINS: new URL(server.url).origin })
  const png = await randomImage(20, 10).png().toBuffer()
  image = `data:image/png;base64,${png.toString('base64')}`
})
afterAll(async () => {
  await sandbox.stop()
  await server.close()
})

function holder(): Hex {
  return sandbox.file.accounts[1]?.address ?? '0x'
}

async function deployNft(metadata: string, owner = holder()): Promise<string> {
  return deploy(sandbox.file.chains[1].rpcUrl, 'TestNft', owner, metadata)
}

function inJson(metadata: object): string {
  return `data:application/json;base64,${btoa(JSON.stringify(metadata))}`
}

let count = 0
/** Gives a new name of the holder the avatar, and reads it. */
async function getAvatar(avatar: string): Promise<Response> {
  const username = `nft${count++}`
  const body = {
    username,
    ensDomain: 'demo.eth',
    chainId: 1,
    addresses: [{ coinType: 60, address: holder() }],
    text: [{ key: 'avatar', value: avatar }],
    overrideSignatureCheck: true,
  }
  const headers = { 'x-api-key': sandbox.file.apiKey }
  dataOf(await sandbox.call('POST', '/ens/v1/subname/add', { headers, body }))
  return fetch(`${sandbox.file.url}/byname/v1/names/${username}.demo.eth/avatar?chainId=1`)
}

async function expectImage(response: Response) {
  expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200)
  const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 20, height: 10 })
}

test.each(['erc721', 'erc1155'])('200 with the image of an %s token that the name owns', async (standard) => {
  const nft = await deployNft(inJson({ name: 'One', image }))
  await expectImage(await getAvatar(`eip155:1/${standard}:${nft}/1`))
})

test('200 with metadata of a server, which has the id in hex for ERC-1155', async () => {
  const nft = await deployNft(`${server.url}meta/{id}.json`)
  files.set(`/meta/${'ff'.padStart(64, '0')}.json`, JSON.stringify({ image_url: image }))
  await expectImage(await getAvatar(`eip155:1/erc1155:${nft}/255`))
})

test('200 with metadata as percent-encoded data', async () => {
  const json = encodeURIComponent(JSON.stringify({ image }))
  for (const metadata of [`data:application/json;utf8,${json}`, `data:application/json,${json}`])
    await expectImage(await getAvatar(`eip155:1/erc721:${await deployNft(metadata)}/1`))
})

const svg = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`

test.each([
  [
    'of another owner',
    async () => `eip155:1/erc721:${await deployNft(inJson({ image }), `0x${'11'.repeat(20)}`)}/1`,
  ],
  ['of an account without code', async () => `eip155:1/erc721:0x${'12'.repeat(20)}/1`],
  ['of a chain without an RPC', async () => `eip155:8453/erc721:0x${'12'.repeat(20)}/1`],
  ['of a token number beyond 256 bits', async () => `eip155:1/erc721:0x${'12'.repeat(20)}/${'9'.repeat(78)}`],
  [
    'whose metadata is not JSON',
    async () => `eip155:1/erc721:${await deployNft('data:application/json,{')}/1`,
  ],
  [
    'whose metadata is a list',
    async () => `eip155:1/erc721:${await deployNft('data:application/json,[]')}/1`,
  ],
  ['whose metadata names a file', async () => `eip155:1/erc721:${await deployNft('file:///etc/passwd')}/1`],
  ['whose image is an SVG', async () => `eip155:1/erc721:${await deployNft(inJson({ image: svg }))}/1`],
  [
    'whose image is an NFT',
    async () =>
      `eip155:1/erc721:${await deployNft(inJson({ image: `eip155:1/erc721:0x${'12'.repeat(20)}/1` }))}/1`,
  ],
])('404 for an NFT %s', async (_, create) => {
  const response = await getAvatar(await create())
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('NotFoundException'),
  ])
})

test.each([
  ['metadata', async () => deployNft('https://169.254.169.254/latest/meta-data/')],
  ['image', async () => deployNft(inJson({ image: 'https://127.0.0.1/a.png' }))],
])('502 for an NFT whose %s is on a private host', async (_, create) => {
  const response = await getAvatar(`eip155:1/erc721:${await create()}/1`)
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('UpstreamException'),
  ])
})

test('502 for a URI that names the id of the token thousands of times', async () => {
  const { address, answer } = await deployHostileContract(sandbox.file.chains[1].rpcUrl)
  const uri = `${server.url}${'{id}'.repeat(3_000)}`
  await answer('balanceOf(address,uint256)', { kind: 'return', data: toHex(1n, { size: 32 }) })
  await answer('uri(uint256)', {
    kind: 'return',
    data: encodeAbiParameters([{ type: 'string' }], [uri]),
  })
  const response = await getAvatar(`eip155:1/erc1155:${address}/1`)
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('has a URL of more'),
  ])
})

test.each([
  ['burns all gas', { kind: 'burnGas' }],
  ['returns nothing', { kind: 'return' }],
  ['returns 4 MB', { kind: 'returnZeros', length: 4_000_000 }],
  ['returns a text that points outside of itself', { kind: 'return', data: `0x${'ff'.repeat(64)}` }],
  [
    'returns a text that is too long',
    { kind: 'return', data: `0x${'00'.repeat(31)}20${'00'.repeat(28)}7fffffff` },
  ],
  ['reverts with 1 MB', { kind: 'revertZeros', length: 1_000_000 }],
] satisfies [string, HostileResponse][])(
  '404 or 502, promptly, for an NFT whose contract %s',
  async (_, hostile) => {
    const { address, answer } = await deployHostileContract(sandbox.file.chains[1].rpcUrl)
    await answer('ownerOf(uint256)', { kind: 'return', data: padHex(holder(), { size: 32 }) })
    await answer('tokenURI(uint256)', hostile)
    const startedAt = performance.now()
    const response = await getAvatar(`eip155:1/erc721:${address}/1`)
    expect([404, 502]).toContain(response.status)
    expect(await response.text()).toMatch(/NotFoundException|UpstreamException/)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  },
)

test('502 for metadata of more than 1 MiB', async () => {
  files.set('/large.json', JSON.stringify({ image, filler: 'a'.repeat(1_048_576) }))
  const response = await getAvatar(`eip155:1/erc721:${await deployNft(`${server.url}large.json`)}/1`)
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('1048576 bytes')])
})
