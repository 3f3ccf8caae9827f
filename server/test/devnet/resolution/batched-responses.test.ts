import { text as readText } from 'node:stream/consumers'
import { addEnsContracts } from '@ensdomains/ensjs'
import { getRecords } from '@ensdomains/ensjs/public'
import { createConfig, getEnsText } from '@wagmi/core'
import { JsonRpcProvider } from 'ethers'
import {
  createPublicClient,
  decodeAbiParameters,
  type Hex,
  http,
  parseAbiParameters,
  size,
  stringToHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SigningScheme, signingSchemes } from '../../../src/gateway/digest.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { setFormerGateway, startFormerService } from '../../support/gateway/former.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const labels = Array.from({ length: 12 }, (_, index) => `n${index}`)

/** How often lookups are made until some of them share a signature, each time for another key. */
const maxRounds = 8

/** Reads a text of a name: stock clients, which know the chain and nothing but the URL. */
const clients = {
  viem: (name: string, key: string) => viemClient(sandbox).getEnsText({ name, key, strict: true }),
  ethers: async (name: string, key: string) => (await provider.getResolver(name))?.getText(key),
  ensjs: async (name: string, key: string) => {
    const transport = http(sandbox.devnet.rpcUrl(1))
    const client = createPublicClient({ chain: addEnsContracts(mainnet), transport })
    const { texts } = await getRecords(client, { name, texts: [key] })
    return texts[0]?.value
  },
  wagmi: (name: string, key: string) => {
    const transports = { [mainnet.id]: http(sandbox.devnet.rpcUrl(1)) }
    return getEnsText(createConfig({ chains: [mainnet], transports }), { name, key, strict: true })
  },
} as const

/** With a text for each round of these clients. */
function recordsOf(name: string, ...of: readonly Client[]) {
  return {
    addresses: [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    text: of.flatMap(keysOf).map((key) => ({ key, value: textOf(name, key) })),
  }
}

/** Bytes of r, s and v. */
const singleSize = 65

type Client = keyof typeof clients

const clientNames = ['viem', 'ethers', 'ensjs', 'wagmi'] as const satisfies readonly Client[]

const keysOf = (client: Client) => Array.from({ length: maxRounds }, (_, round) => `${client}-${round}`)
const textOf = (name: string, key: string) => `${key} of ${name}`

/** In front of a gateway. */
interface GatheringProxy extends TestServer {
  /** Lets the lookups of this key pass together; returns the size of each signature, of which there is one for each label. */
  gather(key: string): Promise<readonly number[]>
}

/** @param count How many lookups wait for each other. */
async function startGatheringProxy(url: string, count: number): Promise<GatheringProxy> {
  let gathering:
    | { readonly keyHex: string; readonly arrived: (() => void)[]; readonly sizes: number[] }
    | undefined
  let finish: (sizes: readonly number[]) => void = () => {}
  const server = await startHttpServer(async (request, response) => {
    const headers = { 'content-type': 'application/json' }
    const body = await readText(request)
    // Checks of the gateway's health pass through here as well.
    const group = gathering && body.includes(gathering.keyHex) ? gathering : undefined
    if (group)
      await new Promise<void>((pass) => {
        group.arrived.push(pass)
        if (group.arrived.length >= count) for (const passOne of group.arrived) passOne()
      })
    const upstream = await fetch(url + request.url, { method: 'POST', headers, body })
    const { data } = (await upstream.json()) as { readonly data: Hex }
    const [, , signature] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), data)
    if (group?.sizes.push(size(signature)) === labels.length) finish(group.sizes)
    response.writeHead(upstream.status, headers).end(JSON.stringify({ data }))
  })
  const gather = (key: string) =>
    new Promise<readonly number[]>((resolve) => {
      finish = resolve
      gathering = { keyHex: stringToHex(key).slice(2), arrived: [], sizes: [] }
    })
  return { ...server, gather }
}

let sandbox: TestSandbox
let proxy: GatheringProxy
let provider: JsonRpcProvider
const domains = new Map<SigningScheme, OnboardedDomain>()

beforeAll(async () => {
  sandbox = await startTestSandbox()
  proxy = await startGatheringProxy(sandbox.file.url, labels.length)
  provider = new JsonRpcProvider(sandbox.devnet.rpcUrl(1))
  for (const scheme of signingSchemes) {
    const gatewayUrl = proxy.url.replace(/\/$/, '')
    const domain = await onboardNewDomain(sandbox, { label: scheme, scheme, form: 'POST', gatewayUrl })
    domains.set(scheme, domain)
    for (const label of labels)
      await addName(sandbox, domain, label, recordsOf(`${label}.${domain.name}`, ...clientNames))
  }
})
afterAll(async () => {
  provider.destroy()
  await proxy.close()
  await sandbox.stop()
})

/** Looks a text of every name up at the same time; returns the sizes of the signatures. */
async function lookUpTogether(
  through: GatheringProxy,
  client: Client,
  names: readonly string[],
  key: string,
): Promise<readonly number[]> {
  const sizes = through.gather(key)
  const found = await Promise.all(names.map((name) => clients[client](name, key)))
  expect(found).toEqual(names.map((name) => textOf(name, key)))
  return sizes
}

const namesOf = (scheme: SigningScheme) => labels.map((label) => `${label}.${domainOf(scheme).name}`)

function domainOf(scheme: SigningScheme): OnboardedDomain {
  const domain = domains.get(scheme)
  if (!domain) throw new Error('There is a domain for each scheme.')
  return domain
}

/** Until some of them have shared a signature; what became ready apart from the others has one of its own. */
async function expectSharedSignature(
  through: GatheringProxy,
  client: Client,
  names: readonly string[],
): Promise<void> {
  for (const key of keysOf(client)) {
    const sizes = await lookUpTogether(through, client, names, key)
    expect(sizes.filter((bytes) => (bytes - singleSize) % 32 !== 0)).toEqual([])
    if (sizes.some((bytes) => bytes > singleSize)) return
  }
  expect.fail('Each response has a signature of its own.')
}

test.each(clientNames)(
  'rule: %s resolves responses that share a signature, of a resolver that accepts them',
  (client) => expectSharedSignature(proxy, client, namesOf('merkle')),
)

test.each(['published', 'chain-bound'] as const)(
  'rule: each response of a resolver of the scheme %s has a signature of its own',
  async (scheme) => {
    const sizes = await lookUpTogether(proxy, 'viem', namesOf(scheme), 'viem-0')
    expect(new Set(sizes)).toEqual(new Set([singleSize]))
  },
)

test('rule: a former gateway may share a signature among its responses', async () => {
  const domain = domainOf('merkle')
  const former = await startFormerService(sandbox, domain.name, { signingScheme: 'merkle' })
  const formerLabels = labels.map((label) => `former-${label}`)
  for (const label of formerLabels) await former.addName(label, recordsOf(`${label}.${domain.name}`, 'viem'))
  // Not all are asked there at the same time.
  const formerProxy = await startGatheringProxy(former.service.url, 1)
  const { pathname } = new URL(former.gatewayUrl)
  try {
    await setFormerGateway(sandbox, domain, former, { url: formerProxy.url.replace(/\/$/, pathname) })
    const names = formerLabels.map((label) => `${label}.${domain.name}`)
    await expectSharedSignature(formerProxy, 'viem', names)
  } finally {
    await formerProxy.close()
    await former.service.stop()
  }
})
