import { requireSupportedChain } from '../../core/require-supported-chain.ts'
import { getResolver } from '../../core/resolvers/get.ts'
import { parseDomain } from '../../ens/name.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { sendOrPrintOwnerCall } from '../as-owner.ts'
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
      const chain = chainClientOf(context.chains, requireSupportedChain(chainId))
      const call = await setResolverCall(chain, name, address)
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCall(chain, { title: 'change of resolver', call }, owner)
    })
  },
})
