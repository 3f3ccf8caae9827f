import { concat, type Hex, namehash } from 'viem'
import type { Chain } from './chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './resolver.ts'
import { addrCall, signerKey } from './response-payload.ts'
import { byKey, changeOf, seal } from './seal.ts'
import { later, type RecordSet } from './sealed.ts'
import { addressRecord, contenthashRecord, textRecord, type ZoneRecord } from './zone.ts'

export const issuer = signerKey(1)
export const holder = signerKey(2)
export const gatewaySigner = signerKey(3)
export const delegate = signerKey(4)

export const name = 'alice.demo.eth'
export const node = namehash(name)
export const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const records: readonly ZoneRecord[] = [
  addressRecord(60, address),
  textRecord('avatar', 'https://demo.example/a.png'),
  textRecord('url', 'https://demo.example'),
  contenthashRecord('0xe3010170'),
]

/** Of alice.demo.eth, with the number of its seal. */
export const set: RecordSet = { name, sequence: 3n, validUntil: later, records }

/** A resolver in which alice.demo.eth is sealed by `holder` with number 3. */
export async function deployWithSeal(chain: Chain): Promise<Resolver> {
  const resolver = await deployResolver(chain, { signers: [gatewaySigner.address] })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  await seal(chain, resolver, changeOf(name, holder.address, { sequence: 3n }), byKey(issuer), byKey(holder))
  return resolver
}

/** What the contract passes to its callback. */
export function questionOf(call: Hex): Hex {
  return concat([node, call])
}

/** The return data of the callback. */
export function answer(resolver: Resolver, response: Hex, call = addrCall(name)): Promise<Hex> {
  return resolver.read.resolveByHolder([response, questionOf(call)])
}
