import { readConfig } from '../../config/config.ts'
import { newId } from '../../core/new-id.ts'
import { createResolver } from '../../core/resolvers/create.ts'
import { gatewayUrls } from '../../core/resolvers/gateway-urls.ts'
import { resolverDefaults } from '../../core/resolvers/resolver-defaults.ts'
import { isValidAddress } from '../../crypto/evm-address.ts'
import { OperatorError } from '../../operator-error.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { command, flag, optional, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseChainId } from '../read-option.ts'
import { withContext } from '../with-context.ts'
import { assertPubliclyReachable } from './assert-reachable.ts'
import { serializeResolverWithScheme } from './show.ts'

export const resolversDeploy = command({
  name: 'resolvers deploy',
  summary:
    'deploy a resolver contract that asks this service, paid by DEPLOYER_KEY, and register it; --private allows a ' +
    'PUBLIC_URL that only this machine or network reaches',
  options: {
    chain: required('id'),
    owner: required('0x…'),
    'node-provider': optional('url'),
    private: flag,
    json: flag,
  },
  run: async ({ options }) => {
    const chainId = parseChainId(options.chain)
    const { owner } = options
    if (!isValidAddress(owner)) throw new OperatorError(`"${owner}" is not an address.`)
    const { publicUrl, deployerKey } = readDeploymentSettings()
    if (!options.private) assertPubliclyReachable(publicUrl)
    // What signs transactions is large, and the service shares this list of commands.
    const { deployResolver } = await import('../../chain/deploy-resolver.ts')
    const resolver = await withContext(async (context) => {
      const signer = context.signers.get(chainId)
      if (!signer) throw new OperatorError(`Chain ${chainId} has no signer: set SIGNER_KEY_${chainId}.`)
      const id = newId()
      const address = await deployResolver(chainClientOf(context.chains, chainId), {
        deployerKey,
        owner,
        urls: gatewayUrls(publicUrl, id),
        signers: [signer.address],
        onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
      })
      console.error(
        `Deployed ${address}. Should registering fail now, run: byname resolvers add --chain ${chainId} ` +
          `--address ${address} --scheme chain-bound --id ${id}`,
      )
      const defaults = resolverDefaults(chainId)
      const nodeProvider = options['node-provider'] ?? defaults.nodeProvider
      return createResolver(context, {
        ...defaults,
        id,
        chainId,
        address,
        nodeProvider,
        signingScheme: 'chain-bound',
      })
    })
    printRecord(serializeResolverWithScheme(resolver), options.json)
  },
})

/** What only a deployment needs of the environment. */
function readDeploymentSettings() {
  const { config, secrets } = readConfig()
  if (!config.publicUrl)
    throw new OperatorError('Set PUBLIC_URL: the contract tells clients to ask the gateway there.')
  if (!secrets.deployerKey)
    throw new OperatorError('Set DEPLOYER_KEY to the private key of an account that pays for the deployment.')
  return { publicUrl: config.publicUrl, deployerKey: secrets.deployerKey }
}
