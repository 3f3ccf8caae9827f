import { fileURLToPath } from 'node:url'
import { coinTypeToNameMap } from '@ensdomains/address-encoder'
import * as chains from 'viem/chains'

export const evmChainsFile = fileURLToPath(new URL('../../src/ens/evm-chains.ts', import.meta.url))

const evmOffset = 0x80000000

/** Those that viem and the address encoder know and that have a coin type (ENSIP-11), by chain id. */
export function knownEvmChains(): ReadonlyMap<number, string> {
  const ofEncoder = Object.entries(coinTypeToNameMap).flatMap(([coinType, [, title]]) =>
    Number(coinType) > evmOffset ? [[Number(coinType) - evmOffset, title] as const] : [],
  )
  const ofViem = Object.values(chains).flatMap((chain) =>
    chain.id < evmOffset ? [[chain.id, chain.name] as const] : [],
  )
  // Of two chains with one id, the first one.
  const all = [...ofViem, ...ofEncoder].toReversed()
  return new Map([...new Map(all)].sort(([one], [other]) => one - other))
}

const lineChars = 110

/** The source of `ens/evm-chains.ts`. */
export function evmChainsSource(): string {
  let lines = ''
  let line = ''
  for (const [id, name] of knownEvmChains()) {
    const entry = `${id} ${name.replaceAll(/[;`\\$]/g, ' ').trim()};`
    if (line.length + entry.length > lineChars) {
      lines += `${line}\n`
      line = ''
    }
    line += entry
  }
  return `/**
 * Chain ids and names of EVM chains, as viem and the address encoder have them. Written by
 * \`node server/scripts/write-evm-chains.ts\`.
 */
export const evmChainList = \`
${lines}${line}
\`
`
}
