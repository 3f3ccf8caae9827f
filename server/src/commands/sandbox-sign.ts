import { readConfig } from '../config/config.ts'
import { mainnetId } from '../ens/chains.ts'
import { OperatorError } from '../operator-error.ts'
import { composeSiweMessage } from '../sandbox/compose-message.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'
import { command, defaulted, flag, optional } from './command.ts'
import { parseChainId } from './read-option.ts'

export const sandboxSign = command({
  name: 'sandbox sign',
  summary:
    "sign as one of the sandbox's accounts, by its number, a message of its own or the given one: as headers in a " +
    'configuration of curl (-K), or with --body as the body of a request',
  operands: ['account'],
  options: { chain: defaulted('id', String(mainnetId)), message: optional('text'), body: flag },
  run: async ({ operands: [index], options }) => {
    const chainId = parseChainId(options.chain)
    const { config } = readConfig()
    const { accounts } = await findRunningSandbox(config)
    const key = accounts[Number(index)]?.privateKey
    if (!key) throw new OperatorError(`The sandbox has the accounts 0 to ${accounts.length - 1}.`)
    // Wallets are large, and the service shares this list of commands.
    const { privateKeyToAccount } = await import('viem/accounts')
    const wallet = privateKeyToAccount(key)
    const { address } = wallet
    const message = options.message ?? (await composeSiweMessage(address, chainId))
    const signature = await wallet.signMessage({ message })
    if (options.body) return console.log(JSON.stringify({ address, signature, message }))
    // In curl's configuration a backslash is written as two; in the header itself, it and an n stand for a line feed.
    const escaped = message.replaceAll('\n', '\\\\n')
    const headers = { 'x-address': address, 'x-message': escaped, 'x-signature': signature }
    for (const [name, value] of Object.entries(headers)) console.log(`header = "${name}: ${value}"`)
  },
})
