/**
 * Calls every method of the official client, unmodified, and prints what each returned. Its host is fixed; the agent of Node's
 * https connects to a port of this machine instead, and verifies the certificate of that host as always.
 */
import { globalAgent } from 'node:https'
import { connect } from 'node:tls'
import { JustaName } from '@justaname.id/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { watchMethods } from './official-client-methods.ts'

const { HTTPS_PORT, API_KEY: apiKey = '', RPC_URL: providerUrl = '', HOLDER_KEY, GUEST_KEY } = process.env
const ensDomain = 'demo.eth'

globalAgent.createConnection = ({ host }) =>
  connect({ host: '127.0.0.1', port: Number(HTTPS_PORT), servername: host ?? '' })

const client = JustaName.init({
  config: { domain: 'localhost', origin: 'http://localhost:3333/' },
  networks: [{ chainId: 1, providerUrl }],
  ensDomains: [{ chainId: 1, ensDomain, apiKey }],
  defaultChainId: 1,
})
const uncalled = watchMethods(client)

const toAccount = (key: string | undefined) => privateKeyToAccount(`0x${key?.slice(2)}`)
const holder = toAccount(HOLDER_KEY)
const guest = toAccount(GUEST_KEY)
const { address } = holder

async function signedBy(wallet: typeof holder) {
  const { challenge: xMessage } = client.siwe.requestChallenge({ address: wallet.address, chainId: 1 })
  const xSignature = await wallet.signMessage({ message: xMessage })
  return { xMessage, xAddress: wallet.address, xSignature }
}

const headers = await signedBy(holder)
const guestHeaders = await signedBy(guest)
const { subnames, siwe, signIn, offchainResolvers } = client
const invite = (username: string) =>
  subnames.reserveSubname({ username, chainId: 1, ethAddress: guest.address })
const name = 'alice.demo.eth'

const results = {
  add: await subnames.addSubname({ username: 'alice' }, headers),
  update: await subnames.updateSubname({ username: 'alice', text: { url: 'https://example.com' } }, headers),
  get: await subnames.getSubname({ subname: name }),
  records: await subnames.getRecords({ ens: name, providerUrl }),
  byAddress: await subnames.getSubnamesByAddress({ address, coinType: 60, isClaimed: true }),
  list: await subnames.getSubnamesByEnsDomain({ isClaimed: true, page: 1, limit: 5 }),
  counts: await subnames.getSubnamesByEnsDomainWithCount({
    page: 1,
    limit: 20,
    orderBy: 'subnameCount',
    orderDirection: 'desc',
  }),
  search: await subnames.searchSubnames({
    name: 'alic',
    skip: 0,
    take: 10,
    ensRegistered: false,
    isClaimed: true,
    data: false,
  }),
  availability: await subnames.isSubnameAvailable({ subname: name }),
  reserve: await invite('guest'),
  invitations: await subnames.getInvitationsByAddress({ address: guest.address }),
  accept: await subnames.acceptSubname({ username: 'guest' }, guestHeaders),
  reject:
    (await invite('declined')) && (await subnames.rejectSubname({ username: 'declined' }, guestHeaders)),
  setPrimary: await subnames.setPrimaryName({ name, address }, headers),
  primary: await subnames.getPrimaryNameByAddress({ address, chainId: 1 }),
  reverse: await subnames.reverseResolve({ address, chainId: 1 }),
  verify: await siwe.verifyMessage({ address, message: headers.xMessage, signature: headers.xSignature }),
  resolvers: await offchainResolvers.getAllOffchainResolvers(),
  signIn: await signInAs(),
  refusal: await subnames.addSubname({ username: 'alice' }, headers).catch((error: Error) => error.message),
  revoke: await subnames.revokeSubname({ username: 'alice' }, headers),
}

async function signInAs() {
  const nonce = signIn.generateNonce()
  const message = signIn.requestSignIn({ ens: name, address, nonce })
  return signIn.signIn({ message, signature: await holder.signMessage({ message }), nonce })
}

process.stdout.write(JSON.stringify({ results, uncalled: uncalled() }))
