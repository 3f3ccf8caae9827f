import fc from 'fast-check'
import { base36 } from 'multiformats/bases/base36'
import { bases } from 'multiformats/basics'
import { CID } from 'multiformats/cid'
import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { formatContenthash, parseContenthash } from './contenthash.ts'

const invalidRecord = expect.objectContaining({ name: 'InvalidRecordException', status: 400 })

const cid = 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
const cidV0 = 'QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4'
const ipfsHash = '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f'
const key = 'k51qzi5uqu5dgccx524mfjv7znyfsa6g013o6v4yvis9dxnrjbwojc62pt0450'
const keyHash = '0xe5010172002408011220066e20f72cc583d769bc8df5fedff24942b3b8941e827f023d306bdc7aecf5f4'
const reference = 'd1de9994b4d039f6548d191eb26786769f580809256b4685ef316805265ea162'
const onion = 'zqktlwi4fecvo6ri'
const onion3 = 'p53lf57qovyuvwsc6xnrppyply3vtqm7l6pcobkmyqsiofyeznfu5uqd'
const transaction = 'ys32Pt8uC7TrVxHdOLByOspfPEq2LO63wREHQIM9SJQ'
const skylink = 'CABAB_1Dt0FJsxqsu_J4TodNCbCGvtFf1Uys_3EgzOlTcg'

test.each<[string, Hex, string]>([
  [`ipfs://${cid}`, ipfsHash, 'ipfs'],
  [`ipns://${key}`, keyHash, 'ipns'],
  [`bzz://${reference}`, `0xe40101fa011b20${reference}`, 'bzz'],
  [`onion://${onion}`, `0xbc03${Buffer.from(onion).toString('hex')}`, 'onion'],
  [`onion3://${onion3}`, `0xbd03${Buffer.from(onion3).toString('hex')}`, 'onion3'],
  [`ar://${transaction}`, `0x90b2ca05${Buffer.from(transaction, 'base64url').toString('hex')}`, 'ar'],
  [`sia://${skylink}`, `0x90b2c605${Buffer.from(skylink, 'base64url').toString('hex')}`, 'sia'],
  [`adnl://${reference}`, `0x90b2da05${reference}`, 'adnl'],
])('rule: %s is stored by ENSIP-7 and formatted as it was given', (uri, hash, protocolType) => {
  expect(parseContenthash(uri)).toBe(hash)
  expect(formatContenthash(hash)).toEqual({ protocolType, decoded: uri.slice(uri.indexOf('://') + 3) })
})

test.each<[string, Hex]>([
  [`ipfs://${cidV0}`, ipfsHash],
  [`ipfs://ipfs/${cid}`, ipfsHash],
  [`/ipfs/${cidV0}`, ipfsHash],
  [`https://ipfs.io/ipfs/${cid}`, ipfsHash],
  [`https://dweb.link/ipns/${key}`, keyHash],
  [` ipfs://${cid}/\n`, ipfsHash],
  [`IPFS://${cid}//`, ipfsHash],
  [`ipfs/${cid}`, ipfsHash],
  [`https://ipfs.io/ipfs/${cid}/`, ipfsHash],
  [`https://${cid}.ipfs.dweb.link/`, ipfsHash],
  [`https://${key}.ipns.dweb.link`, keyHash],
  [`http://${onion}.onion/`, parseContenthash(`onion://${onion}`)],
  [`http://${onion3}.onion/`, parseContenthash(`onion3://${onion3}`)],
  [`https://arweave.net/${transaction}`, parseContenthash(`ar://${transaction}`)],
  [`bzz://${reference}/`, parseContenthash(`bzz://${reference}`)],
  [`arweave://${transaction}`, parseContenthash(`ar://${transaction}`)],
  [`skynet://${skylink}`, parseContenthash(`sia://${skylink}`)],
  [`swarm://${reference.toUpperCase()}`, parseContenthash(`bzz://${reference}`)],
])('rule: %s is another spelling of the same content', (uri, hash) => {
  expect(parseContenthash(uri)).toBe(hash)
})

test('rule: IPNS keys in base58 are stored as the key itself', () => {
  const hash = parseContenthash('ipns://12D3KooWG4NvqQVczTrA9HY2EnN4zvr7MmtMbbqWxdDWVqLaNyKD')
  expect(formatContenthash(hash)).toEqual({
    protocolType: 'ipns',
    decoded: 'k51qzi5uqu5dihst24f3rp2ehosqp8gtfmownj7mywnenpwkkyhvvc4ilmmipk',
  })
})

test.each([
  [`ipfs://${key}`, `"${key}" is a key, not content: use ipns://${key}.`],
  [`https://ipfs.io/ipfs/${key}`, `"${key}" is a key, not content: use ipns://${key}.`],
  [`ipns://${cid}`, `"${cid}" is content, not a key: use ipfs://${cid}.`],
  ['ipns://app.example.org', 'A DNS name is no key: use the key that it links to, such as ipns://k51….'],
  [`ipfs://${cid}/index.html`, 'It names content, without a path in it.'],
  [`onion://${onion3}`, 'Expected onion://<16 characters>, or onion3://<56 characters>'],
  [cid, 'A content hash is <protocol>://<value>, where the protocol is one of ipfs, ipns,'],
])('400 for %s, with what to write instead', (uri, sentence) => {
  expect(() => parseContenthash(uri)).toThrow(invalidRecord)
  expect(() => parseContenthash(uri)).toThrow(sentence)
})

test('rule: a DNS name in place of a key is shown, without a line on standard error', () => {
  const warn = vi.spyOn(console, 'warn')
  expect(formatContenthash('0xe5010170000f6170702e756e69737761702e6f7267')).toEqual({
    protocolType: 'ipns',
    decoded: 'app.uniswap.org',
  })
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test.each([
  ['the empty text', ''],
  ['a value without a protocol', cid],
  ['an unknown protocol', `walrus://${cid}`],
  ['a web address', 'https://example.org/index.html'],
  ['a protocol named like a method of objects', `constructor://${cid}`],
  ['an empty value', 'ipfs://'],
  ['a CID with a wrong letter', `ipfs://${cid.slice(0, -1)}0`],
  ['a cut CID', `ipfs://${cid.slice(0, -4)}`],
  ['a CID with a path', `ipfs://${cid}/index.html`],
  ['an IPNS name that is a DNS name', 'ipns://app.example.org'],
  ['an IPNS name that is no key', 'ipns://5KzTxNKEXFzRZ2yqN7vFWfwYGvNQ5ZnkCo7nrVTv3HvDcBYs9fK2y7s8Abc3gT'],
  ['a Swarm reference with a letter that is no digit', `bzz://${reference.slice(0, -1)}z`],
  ['a cut Swarm reference', `bzz://${reference.slice(2)}`],
  ['an onion address of a wrong length', `onion://${onion3}`],
  ['an onion address in upper case', `onion3://${onion3.toUpperCase()}`],
  ['an Arweave id with stray bits', `ar://${transaction.slice(0, -1)}R`],
  ['a cut ADNL address', `adnl://${reference.slice(2)}`],
])('400 for %s', (_, uri) => {
  expect(() => parseContenthash(uri)).toThrow(invalidRecord)
})

test('400 for a text of more than 1024 characters', () => {
  expect(() => parseContenthash(`ipfs://Qm${'1'.repeat(1016)}`)).toThrow('at most 1024 characters')
})

test.each<[string, Hex]>([
  ['no bytes', '0x'],
  ['an unknown codec', '0x0001'],
  ['a cut varint', '0xe3'],
  ['a cut CID', ipfsHash.slice(0, -2) as Hex],
])('rule: %s has no text form', (_, hash) => {
  expect(formatContenthash(hash)).toBeNull()
})

test('property: a text is either stored in a form that decodes to the same bytes, or rejected with 400', () => {
  const protocol = fc.constantFrom('ipfs', 'ipns', 'bzz', 'onion', 'onion3', 'sia', 'ar', 'adnl', 'walrus')
  const digits = fc.stringMatching(
    /^([0-9a-f]{64}|[a-z2-7]{16}|[a-z2-7]{56}|[\w-]{43}|[\w-]{46}|[1-9A-HJ-NP-Za-km-z]{46,60})$/,
  )
  fc.assert(
    fc.property(protocol, fc.oneof(digits, fc.string()), (name, value) => {
      let hash: Hex
      try {
        hash = parseContenthash(`${name}://${value}`)
      } catch (error) {
        expect(error).toEqual(invalidRecord)
        return
      }
      const words = formatContenthash(hash)
      expect(parseContenthash(`${words?.protocolType}://${words?.decoded}`)).toBe(hash)
    }),
    { numRuns: 2000 },
  )
})

test('rule: the binary form of ENSIP-7 means what its URI means', () => {
  for (const hash of [ipfsHash, keyHash, `0xe40101fa011b20${reference}`]) {
    expect(parseContenthash(hash)).toBe(hash)
    expect(parseContenthash(` ${hash.toUpperCase().replace('0X', '0x')} `)).toBe(hash)
  }
  for (const text of ['0x', '0xe3', '0x0001', ipfsHash.slice(0, -2), `${ipfsHash}00`, `${ipfsHash}0`, '0xzz'])
    expect(() => parseContenthash(text)).toThrow(invalidRecord)
})

test('rule: a CID of version 1 is the same content in each base of multibase', () => {
  const content = CID.parse(cid)
  const name = CID.parse(key, base36)
  for (const base of Object.values(bases).filter(({ prefix }) => prefix !== '\0')) {
    expect(parseContenthash(`ipfs://${content.toString(base as typeof base36)}`), base.name).toBe(ipfsHash)
    expect(parseContenthash(`ipns://${name.toString(base as typeof base36)}`), base.name).toBe(keyHash)
    expect(() => parseContenthash(`ipfs://${base.prefix}!`)).toThrow(invalidRecord)
  }
})
