import { chainOf } from '../../chain/chains.ts'
import { readConfig } from '../../config.ts'
import { gatewayUrls } from '../../core/resolvers/gateway-urls.ts'
import { getResolver } from '../../core/resolvers/get.ts'
import { supportedChain } from '../../core/supported-chain.ts'
import { UsageError } from '../../usage-error.ts'
import { callAsOwner } from '../as-owner.ts'
import { command, flag, optional, repeated } from '../command.ts'
import { withContext } from '../with-context.ts'
import { assertReachable } from './assert-reachable.ts'

export const resolversSetUrls = command({
  name: 'resolvers set-urls',
  summary:
    'lead a resolver contract to other gateways, in the order in which clients try them (PUBLIC_URL alone): as its owner, ' +
    'with the private key in the variable that --key-from names, else print the transaction for its owner',
  operands: ['id'],
  options: {
    'public-url': repeated('url'),
    'key-from': optional('variable'),
    private: flag,
    json: flag,
  },
  run: async ({ operands: [id], options }) => {
    const hosts = publicUrls(options['public-url'])
    if (!options.private) hosts.forEach(assertReachable)
    // The contract's interface comes with its code, and the service shares this list of commands.
    const { setUrlsCall } = await import('../../chain/owner-calls.ts')
    await withContext(async (context) => {
      const resolver = await getResolver(context, id)
      if (resolver.signingScheme !== 'chain-bound')
        throw new UsageError(
          `The contract of ${id} is not one of ours (its scheme is ${resolver.signingScheme}): deploy a new one.`,
        )
      const chain = chainOf(context.chains, supportedChain(resolver.chainId))
      const urls = hosts.flatMap((host) => gatewayUrls(host, id))
      for (const url of urls) console.error(`Clients will ask ${url}`)
      const call = setUrlsCall(resolver.address, urls)
      const owner = { keyFrom: options['key-from'], asJson: options.json }
      await callAsOwner(chain, { title: 'change of URLs', call }, owner)
    })
  },
})

function publicUrls(given: readonly string[]): readonly string[] {
  const { publicUrl } = readConfig().config
  const urls = given.length > 0 ? given : publicUrl ? [publicUrl] : []
  if (urls.length === 0) throw new UsageError('Set PUBLIC_URL, or give --public-url <url>.')
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not an http(s) URL.`)
  return urls
}
