import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import * as digests from 'multiformats/hashes/digest'
import { getAddress, type Hex, zeroAddress } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { fetchFacade } from '../../support/http/facade.ts'
import { describeService } from '../../support/service/describe-service.ts'

const domain = 'demo.eth'
const sha256 = 0x12
const dagPb = 0x70

const wallet = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
  .filter((address) => address !== zeroAddress)
const evm = wallet.map((address) => [address, getAddress(address)] as const)

/** Coin types, their keys at Namespace, and addresses as they are written and as they are read. */
const coins = [
  { coinType: 60, key: 60, of: evm },
  { coinType: 2147483648, key: 2147483648, of: evm },
  { coinType: 2147483658, key: 10, of: evm },
  { coinType: 2147492101, key: 8453, of: evm },
  {
    coinType: 0,
    key: 0,
    of: same('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  },
  { coinType: 501, key: 501, of: same('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA') },
  { coinType: 22, key: 4294967318, of: same('MBamfEqEFDy5dsLWwu48BCizM1zpCoKw3U') },
] as const

function same(...texts: readonly string[]) {
  return fc.constantFrom(...texts).map((text) => [text, text] as const)
}

const addresses = fc.uniqueArray(
  fc.oneof(
    ...coins.map(({ coinType, key, of }) => of.map(([written, read]) => ({ coinType, key, written, read }))),
  ),
  { selector: ({ coinType }) => coinType },
)

/** As it is written and as it is read; undefined for none. */
const contenthash = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
    const digest = digests.create(sha256, bytes)
    return { written: `/ipfs/${CID.createV0(digest)}`, read: `ipfs://${CID.createV1(dagPb, digest)}` }
  }),
  fc.stringMatching(/^[0-9a-f]{64}$/).map((value) => ({ written: `bzz://${value}`, read: `bzz://${value}` })),
  fc.constant(undefined),
)

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0'))

/** Names of members that JSON parsers refuse are left to the tests of hostile requests. */
const textKey = text.filter((key) => key !== '' && key !== '__proto__' && !key.startsWith('metadata:'))
const entries = fc.uniqueArray(fc.record({ key: textKey, value: text }), {
  selector: ({ key }) => key,
  maxLength: 5,
})

function mapOf(list: readonly { readonly key: string; readonly value: string }[]) {
  return Object.fromEntries(list.flatMap(({ key, value }) => (value === '' ? [] : [[key, value]])))
}

type Listed = Readonly<Record<string, unknown>>

describeService(
  'what is written by one facade',
  (service) => {
    let key = ''
    let names = 0
    beforeAll(async () => {
      ;({ key } = await createKey(service(), { scopes: ['names:revoke', 'domains:write'] }))
    })
    const nextLabel = () => {
      names++
      return `drawn${names}`
    }
    const nameStone = async (method: string, path: string, body?: unknown) => {
      const sent = { method, body, authorization: key }
      const response = await fetchFacade(service(), `/api/public_v1/${path}`, sent)
      expect([response.status, response.body]).toEqual([200, expect.anything()])
      return response.body
    }
    const namespace = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service().url}/api/v1/subnames${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-auth-token': key },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const read = (await response.json()) as Listed
      expect([response.status, read]).toEqual([path === '' ? 201 : 200, expect.anything()])
      return read
    }
    const search = async (label: string) =>
      ((await nameStone('GET', `search-names?domain=${domain}&name=${label}&exact_match=1`)) as Listed[])[0]

    /** By each way to read. */
    const expectNamespace = async (label: string, expected: Listed) => {
      const found = await namespace('POST', '/search', { parentName: domain, labelSearch: label })
      const [listed] = (found['items'] as Listed[]).filter((each) => each['label'] === label)
      expect(await namespace('GET', `/${label}.${domain}`)).toEqual(listed)
      const { metadata, texts, addresses: read, contenthash: content, owner } = listed ?? {}
      const { 'byname:version': version, ...others } = metadata as Listed
      expect(version).toEqual(expect.any(String))
      expect({ texts, addresses: read, metadata: others, contenthash: content, owner }).toEqual(expected)
    }

    it.each(['set-name', 'set-names', 'claim-name', 'set-domain'])(
      'property: NameStone, %s: the texts, coin types, content hash and address are those that are read',
      async (endpoint) => {
        const written = fc.record({
          texts: entries,
          coins: addresses,
          content: contenthash,
          holder: endpoint === 'claim-name' ? wallet : fc.option(wallet),
          isHolderOfCoin: fc.boolean(),
        })
        await fc.assert(
          fc.asyncProperty(written, async ({ texts, coins: drawn, content, holder, isHolderOfCoin }) => {
            const name = nextLabel()
            const given = drawn.map((coin) =>
              isHolderOfCoin && holder && coin.coinType === 60
                ? { ...coin, written: holder, read: getAddress(holder) }
                : coin,
            )
            const fields = {
              address: holder,
              text_records: Object.fromEntries(texts.map(({ key: textName, value }) => [textName, value])),
              coin_types: Object.fromEntries(
                given.map(({ coinType, written: address }) => [`${coinType}`, address]),
              ),
              contenthash: content?.written,
            }
            await nameStone('POST', endpoint, {
              domain,
              name,
              ...fields,
              ...(endpoint === 'set-names' && { names: [{ name, ...fields }] }),
            })
            const ethereum =
              given.find(({ coinType }) => coinType === 60)?.read ?? (holder ? getAddress(holder) : '')
            const isDomain = endpoint === 'set-domain'
            const address = isDomain ? ethereum : holder ? getAddress(holder) : ''
            const expected = {
              address,
              domain,
              text_records: mapOf(texts),
              coin_types: Object.fromEntries(
                given
                  .filter(({ read }) => read !== address)
                  .map(({ coinType, read }) => [`${coinType}`, read]),
              ),
              contenthash: content?.read ?? null,
            }
            if (isDomain) {
              expect(await nameStone('GET', `get-domain?domain=${domain}`)).toEqual(expected)
              return
            }
            expect(await search(name)).toEqual({ ...expected, name, created_at: expect.any(String) })
            if (holder)
              expect(await nameStone('GET', `get-names?domain=${domain}&address=${ethereum}`)).toEqual(
                expect.arrayContaining([expect.objectContaining({ name })]),
              )
            await expectNamespace(name, {
              texts: mapOf(texts),
              addresses: Object.fromEntries([
                ...(ethereum === '' ? [] : [['60', ethereum]]),
                ...given.map(({ key: coin, read }) => [`${coin}`, read]),
              ]),
              metadata: {},
              contenthash: content?.read,
              owner: address === '' ? undefined : address,
            })
          }),
          { numRuns: 25 },
        )
      },
    )

    it('property: Namespace: what is written is read, and an absent member keeps what was written before', async () => {
      const members = fc.record({
        texts: fc.option(entries, { nil: undefined }),
        metadata: fc.option(entries, { nil: undefined }),
        coins: fc.option(addresses, { nil: undefined }),
        content: contenthash,
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(members, { minLength: 1, maxLength: 3 }),
          fc.option(wallet),
          async (writes, owner) => {
            const label = nextLabel()
            const kept: Record<string, unknown> = {
              texts: {},
              metadata: {},
              addresses: {},
              contenthash: undefined,
              owner: undefined,
            }
            for (const [index, { texts, metadata, coins: given, content }] of writes.entries()) {
              await namespace('POST', '', {
                parentName: domain,
                label,
                owner,
                texts,
                metadata,
                addresses: given?.map(({ key: coin, written }) => ({
                  coin: index === 1 ? `${coin}` : coin,
                  value: written,
                })),
                contenthash: content?.written,
              })
              if (texts) kept['texts'] = mapOf(texts)
              if (metadata) kept['metadata'] = mapOf(metadata)
              if (given)
                kept['addresses'] = Object.fromEntries(given.map(({ key: coin, read }) => [`${coin}`, read]))
              if (content) kept['contenthash'] = content.read
              // A name that is issued without an owner is held by its address of coin type 60.
              if (index === 0) {
                const ethereum = given?.find(({ coinType }) => coinType === 60)?.read
                kept['owner'] = owner ? getAddress(owner) : ethereum
              }
              await expectNamespace(label, kept)
            }
          },
        ),
        { numRuns: 25 },
      )
    })
  },
  {
    settings: {
      NAMESTONE_FACADE: 'on',
      NAMESPACE_FACADE: 'on',
      RATE_LIMIT_EXPENSIVE_PER_IP: '100000',
      RATE_LIMIT_PER_IP: '100000',
      RATE_LIMIT_PER_KEY: '100000',
    },
  },
)
