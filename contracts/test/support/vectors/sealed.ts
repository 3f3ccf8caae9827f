import {
  concat,
  encodePacked,
  type Hex,
  hashTypedData,
  namehash,
  numberToHex,
  size,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { setTime } from '../chain.ts'
import { newPasskey } from '../passkey.ts'
import { coinCall, contenthashCall, multicall, textCall } from '../record-calls.ts'
import { deployResolver, waitUntilMined } from '../resolver.ts'
import { addrCall } from '../response-payload.ts'
import { byKey, changeOf, seal } from '../seal.ts'
import {
  delegationData,
  encodeSet,
  later,
  passkey,
  type RecordSet,
  recordSetData,
  signSet,
} from '../sealed.ts'
import { address, delegate, gatewaySigner, holder, issuer, name, records } from '../sealed-resolver.ts'
import { recorder, type VectorRun } from '../vector.ts'
import { addressRecord, contenthashRecord, textRecord, type ZoneRecord } from '../zone.ts'

const wallet = numberToHex(0xacc0, { size: 20 })
const refusing = numberToHex(0xacc1, { size: 20 })
const byWallet = stringToHex('by the wallet')

/** Code that returns one word. */
function returning(word: string): Hex {
  return `0x7f${word.padEnd(64, '0')}60005260206000f3`
}

/** Of names that are sealed in storage. */
export async function sealedCases(run: VectorRun) {
  const { chain, begin } = run
  const chainId = chain.client.chain.id
  const resolver = await deployResolver(chain, { signers: [gatewaySigner.address], notice: 86_400n })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  const magic = toFunctionSelector('isValidSignature(bytes32,bytes)').slice(2)
  const key = newPasskey('names.example', 7)
  const sealTo = async (sealed: string, to: Hex, changes = {}, consent = byKey(holder)) =>
    seal(chain, resolver, changeOf(sealed, to, changes), byKey(issuer), consent)
  await sealTo(name, holder.address, { sequence: 3n })
  for (const account of [wallet, refusing]) {
    await chain.client.setCode({ address: account, bytecode: returning(magic) })
    await sealTo(`${account}.demo.eth`, account, {}, async () => byWallet)
  }
  await chain.client.setCode({ address: refusing, bytecode: returning('00') })
  await sealTo('key.demo.eth', key.address, { kind: passkey }, async (data) => key.sign(hashTypedData(data)))
  await setTime(chain, begin)

  const set: RecordSet = { name, sequence: 3n, validUntil: later, records }
  const sign = (changes: Partial<RecordSet> = {}, by: LocalAccount = holder) =>
    signSet(resolver, chainId, { ...set, ...changes }, by)
  const response = await sign()
  const ofWallet = (account: Hex) => ({ ...set, name: `${account}.demo.eth`, sequence: 1n })
  const contractSignatures = [wallet, refusing].map((account) => ({
    account,
    hash: hashTypedData(recordSetData(resolver, chainId, ofWallet(account))),
    signature: byWallet,
    valid: account === wallet,
  }))
  const record = recorder(run, resolver, { signers: [gatewaySigner.address], contractSignatures })
  const ask = (data: Hex) => ({ name, data })
  const addr = ask(addrCall(name))
  const url = ask(textCall(name, 'url'))

  const texts: readonly ZoneRecord[] = [
    addressRecord(60, delegate.address),
    textRecord('mapp', 'set by the service'),
    textRecord('url', 'https://taken.example'),
    contenthashRecord('0xe30101ff'),
  ]
  const withDelegate = async ({
    by = holder,
    signedBy = delegate,
    sequence = 3n,
    validUntil = later,
    ofSet = {} as Partial<RecordSet>,
    ofHolder = {} as Partial<RecordSet>,
    node = name,
  } = {}): Promise<Hex> => {
    const delegation = { name: node, delegate: delegate.address, sequence, validUntil }
    const signature = await by.signTypedData(delegationData(resolver, chainId, delegation))
    return concat([
      await sign(ofHolder),
      encodePacked(
        ['address', 'uint64', 'uint64', 'uint16', 'bytes'],
        [delegate.address, sequence, validUntil, size(signature), signature],
      ),
      await sign({ sequence: 0n, records: texts, ...ofSet }, signedBy),
    ])
  }
  const mapp = ask(textCall(name, 'mapp'))
  const ofKey: RecordSet = { ...set, name: 'key.demo.eth', sequence: 1n }
  const keyHash = hashTypedData(recordSetData(resolver, chainId, ofKey))
  const askKey = { name: 'key.demo.eth', data: addrCall('key.demo.eth') }
  const byPasskey = (options: Parameters<typeof key.sign>[1] = {}) =>
    encodeSet(ofKey, key.sign(keyHash, options))
  const whole = (length: number): readonly ZoneRecord[] => [
    textRecord('description', 'x'.repeat(length - 6 - 12)),
  ]
  const twice = [textRecord('url', 'one'), textRecord('url', 'two')]
  const unordered = [textRecord('url', 'one'), textRecord('avatar', 'two')]
  const cut = response.slice(0, 2 + 2 * (size(response) - 3)) as Hex

  return [
    await record('an address', addr, response),
    await record('a text', url, response),
    await record('a text that is not there', ask(textCall(name, 'email')), response),
    await record('the content hash', ask(contenthashCall(name)), response),
    await record('the address of an EVM chain without one', ask(coinCall(name, 0x8000000an)), response),
    await record(
      'the address for all EVM chains',
      addr,
      await sign({ records: [addressRecord(0x80000000, address)] }),
    ),
    await record('the address of a coin beyond 32 bits', ask(coinCall(name, 2n ** 32n + 60n)), response),
    await record(
      'an address that is no account',
      addr,
      await sign({ records: [addressRecord(60, '0x1234')] }),
    ),
    await record(
      'three calls at once',
      ask(multicall([addr.data, url.data, contenthashCall(name)])),
      response,
    ),
    await record('a call within others that is unknown', ask(multicall([addr.data, '0x12345678'])), response),
    await record('a call that is unknown', ask(concat(['0x12345678', namehash(name)])), response),
    await record('a call about another name', ask(addrCall('bob.demo.eth')), response),
    await record('no records', url, await sign({ records: [] })),
    await record('a record of another kind', url, await sign({ records: [...records, ['0x7d01', '0x02']] })),
    await record('a higher number', addr, await sign({ sequence: 4n })),
    await record('a lower number', addr, await sign({ sequence: 2n })),
    await record('its last second', addr, await sign({ validUntil: begin })),
    await record('a second too late', addr, await sign({ validUntil: begin - 1n })),
    await record('16,384 bytes', ask(textCall(name, 'description')), await sign({ records: whole(16_384) })),
    await record('16,385 bytes', ask(textCall(name, 'description')), await sign({ records: whole(16_385) })),
    await record('a key twice', url, await sign({ records: twice })),
    await record('keys not in their order', url, await sign({ records: unordered })),
    await record('an empty key', url, await sign({ records: [['0x', '0x01'], ...records] })),
    await record('signed by the gateway', addr, await sign({}, gatewaySigner)),
    await record('signed by the issuer', addr, await sign({}, issuer)),
    await record('signed for another name', addr, await sign({ name: 'bob.demo.eth' })),
    await record('signed for another chain', addr, await signSet(resolver, 1, set, holder)),
    await record('signed for another contract', addr, await signSet(holder, chainId, set, holder)),
    await record(
      'another number than the signed one',
      addr,
      concat(['0x0000000000000009', `0x${response.slice(18)}`]),
    ),
    await record('cut', addr, cut),
    await record('a byte behind it', addr, concat([response, '0x00'])),
    await record('empty', addr, '0x'),
    await record(
      'a wallet that agrees',
      { name: `${wallet}.demo.eth`, data: addrCall(`${wallet}.demo.eth`) },
      encodeSet(ofWallet(wallet), byWallet),
    ),
    await record(
      'a wallet that refuses',
      { name: `${refusing}.demo.eth`, data: addrCall(`${refusing}.demo.eth`) },
      encodeSet(ofWallet(refusing), byWallet),
    ),
    await record('a passkey', askKey, byPasskey()),
    await record('a passkey, without verification of the person', askKey, byPasskey({ flags: 1 })),
    await record(
      'a passkey, with other bytes behind the challenge',
      askKey,
      byPasskey({ rest: ',"x":"y"}' }),
    ),
    await record('a passkey, without a person', askKey, byPasskey({ flags: 4 })),
    await record('a passkey that is made', askKey, byPasskey({ type: 'webauthn.create' })),
    await record('a passkey, the higher s', askKey, byPasskey({ highS: true })),
    await record('a passkey, for another challenge', askKey, byPasskey({ challenge: namehash('x') })),
    await record('another passkey', askKey, encodeSet(ofKey, newPasskey('names.example', 8).sign(keyHash))),
    await record('a delegate sets a text', mapp, await withDelegate()),
    await record('a delegate does not change a text', url, await withDelegate()),
    await record('a delegate sets no address', addr, await withDelegate()),
    await record(
      'a delegate sets a text that the holder has left empty',
      url,
      await withDelegate({ ofHolder: { records: [textRecord('url', '')] } }),
    ),
    await record('a delegation by another', mapp, await withDelegate({ by: issuer })),
    await record('a set by another than the delegate', mapp, await withDelegate({ signedBy: issuer })),
    await record('a delegation from before the seal', mapp, await withDelegate({ sequence: 2n })),
    await record('a delegation that has ended', mapp, await withDelegate({ validUntil: begin - 1n })),
    await record(
      'a set of a delegate that has ended',
      mapp,
      await withDelegate({ ofSet: { validUntil: begin - 1n } }),
    ),
    await record('a delegation for another name', mapp, await withDelegate({ node: 'bob.demo.eth' })),
    await record(
      'a set of a delegate for another name',
      mapp,
      await withDelegate({ ofSet: { name: 'bob.demo.eth' } }),
    ),
    await record(
      'a delegation without a set',
      mapp,
      (await withDelegate()).slice(0, 2 + 2 * (size(response) + 103)) as Hex,
    ),
  ]
}
