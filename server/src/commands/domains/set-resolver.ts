import { chainOf } from '../../chain/chains.ts'
import { getResolver } from '../../core/resolvers/get.ts'
import { supportedChain } from '../../core/supported-chain.ts'
import { parseDomain } from '../../ens/name.ts'
import { callAsOwner } from '../as-owner.ts'
import { command, flag, optional, required } from '../command.ts'
import { withContext } from '../with-context.ts'

export const domainsSetResolver = command({
  name: 'domains set-resolver',
  summary:
    'point a domain at a resolver in ENS, before it is onboarded: as its owner, with the private key in the variable ' +
    'that --key-from names, else print the transaction for its owner',
  operands: ['domain'],
  options: { resolver: required('id'), 'key-from': optional('variable'), json: flag },
  run: async ({ operands: [text], options }) => {
    const name = parseDomain(text)
    // A contract's code comes with it, and the service shares this list of commands.
    const { setResolverCall } = await import('../../chain/owner-calls.ts')
    await withContext(async (context) => {
      const { address, chainId } = await getResolver(context, options.resolver)
      const chain = chainOf(context.chains, supportedChain(chainId))
      const call = await setResolverCall(chain, name, address)
      const owner = { keyFrom: options['key-from'], asJson: options.json }
      await callAsOwner(chain, { title: 'change of resolver', call }, owner)
    })
  },
})
