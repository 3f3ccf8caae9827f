import { readConfig } from '../../config/config.ts'
import { requireSupportedChain } from '../../core/require-supported-chain.ts'
import { gatewayUrls } from '../../core/resolvers/gateway-urls.ts'
import { getResolver } from '../../core/resolvers/get.ts'
import { OperatorError } from '../../operator-error.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { sendOrPrintOwnerCall } from '../as-owner.ts'
import { command, flag, optional, repeated } from '../command.ts'
import { withContext } from '../with-context.ts'
import { assertPubliclyReachable } from './assert-reachable.ts'

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
    const baseUrls = readPublicUrls(options['public-url'])
    if (!options.private) baseUrls.forEach(assertPubliclyReachable)
    // The contract's interface comes with its code, and the service shares this list of commands.
    const { setUrlsCall } = await import('../../chain/owner-calls.ts')
    await withContext(async (context) => {
      const resolver = await getResolver(context, id)
      if (resolver.signingScheme !== 'chain-bound')
        throw new OperatorError(
          `The contract of ${id} is not one of ours (its scheme is ${resolver.signingScheme}): deploy a new one.`,
        )
      const chain = chainClientOf(context.chains, requireSupportedChain(resolver.chainId))
      const urls = baseUrls.flatMap((baseUrl) => gatewayUrls(baseUrl, id))
      for (const url of urls) console.error(`Clients will ask ${url}`)
      const call = setUrlsCall(resolver.address, urls)
      const owner = { keyVariable: options['key-from'], asJson: options.json }
      await sendOrPrintOwnerCall(chain, { title: 'change of URLs', call }, owner)
    })
  },
})

function readPublicUrls(fromOptions: readonly string[]): readonly string[] {
  const { publicUrl } = readConfig().config
  const urls = fromOptions.length > 0 ? fromOptions : publicUrl ? [publicUrl] : []
  if (urls.length === 0) throw new OperatorError('Set PUBLIC_URL, or give --public-url <url>.')
  const invalid = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (invalid !== undefined) throw new OperatorError(`"${invalid}" is not an http(s) URL.`)
  return urls
}
