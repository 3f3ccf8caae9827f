import { rm } from 'node:fs/promises'
import { type Devnet, startDevnet } from '@byname/devnet'
import { type Base, startBase } from '@byname/devnet/base'
import { type Address, encodeFunctionData, namehash, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readConfig } from '../../../src/config/config.ts'
import { createContext, type Overrides } from '../../../src/context.ts'
import type { Service } from '../../../src/listen.ts'
import type { StoredEvent } from '../../../src/model/event.ts'
import type { Payment } from '../../../src/model/payment.ts'
import { selectPayments } from '../../../src/payments/store/listing.ts'
import { startService } from '../../../src/server.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { type FaultyRpc, startFaultyRpc } from '../chain/faulty-rpc.ts'
import { send } from '../chain/registry-writes.ts'
import { readEventLog } from '../events/event-log.ts'
import { createFolder } from '../folders.ts'
import type { Launch } from '../service/command.ts'
import { type ConfigOverrides, overrideConfig } from '../service/override-config.ts'
import { type ServeProcess, startServeProcess } from '../service/serve-process.ts'
import { type Settings, testEnvironment } from '../service/service.ts'
import { controlOf, type PaymentChain } from './chain.ts'

/** Base units of the token for one request. */
export const priceBaseUnits = 5_000n

/** Names to resolve: each is registered on the local mainnet, with an address. */
export const names = ['alice.eth', 'bob.eth'] as const

/**
 * Everything that a paid request uses, all of it real: a mainnet with names, a Base with the token, each behind a proxy
 * that injects faults, and a database that several servers share.
 */
export interface PaymentFixture {
  readonly devnet: Devnet
  readonly base: Base
  /** The RPC through which the service reads names. */
  readonly namesRpc: FaultyRpc
  /** The RPC through which the service pays. */
  readonly baseRpc: FaultyRpc
  /** Controls Base: mining, time, its own accounts. */
  readonly control: PaymentChain['control']
  readonly payTo: Address
  readonly relayer: PrivateKeyAccount
  /** A new account with this balance of the token, in base units; enough for ten payments if absent. */
  createPayer(balance?: bigint): Promise<PrivateKeyAccount>
  /** The environment of every server and command. */
  environment(settings?: Settings): Settings
  /** Starts a server in its own process, which is killed after the running test. */
  startProcess(settings?: Settings, launch?: Launch): Promise<ServeProcess>
  /** Starts a server in this process; the fixture stops it. */
  startInProcess(settings?: Settings, overrides?: Overrides, config?: ConfigOverrides): Promise<Service>
  /** Every payment in the journal, newest first. */
  listPayments(): Promise<readonly Payment[]>
  /** The event log, oldest first. */
  listEvents(): Promise<readonly StoredEvent[]>
  /** The payee's balance of the token. */
  payeeBalance(): Promise<bigint>
  /** The number of mined transactions of the relayer. */
  relayerTransactionCount(): Promise<number>
  /** The number of calls by which names were read, with any outcome. */
  nameReadCount(): number
  stop(): Promise<void>
}

/** Starts the chains; without a database URL, servers share an SQLite file. */
export async function startPaymentFixture(databaseUrl?: string): Promise<PaymentFixture> {
  const folder = await createFolder('paid')
  const [devnet, base] = await Promise.all([startDevnet({ chains: [1] }), startBase()])
  const [namesRpc, baseRpc] = await Promise.all([
    startFaultyRpc(devnet.rpcUrl(1)),
    startFaultyRpc(base.rpcUrl),
  ])
  const relayer = privateKeyToAccount(accountAt(base, 7).privateKey)
  const payTo = accountAt(base, 8).address
  for (const name of names) await setAddressToOwner(devnet, name)
  const shared: Settings = {
    RPC_URL_1: namesRpc.url,
    PUBLIC_URL: 'https://names.example',
    PAYMENT_PAY_TO: payTo,
    PAYMENT_RELAYER_KEY: accountAt(base, 7).privateKey,
    PAYMENT_RPC_URL: baseRpc.url,
    PAYMENT_SECRET: 'a secret that all servers of the scene share',
    PAYMENT_TIMEOUT: '4',
    RATE_LIMIT_FREE_RESOLVE_PER_IP: '100000',
  }
  const environment = (settings: Settings = {}) =>
    testEnvironment(folder, databaseUrl, { ...shared, ...settings })
  const services: Service[] = []
  const control = controlOf(base.rpcUrl)
  const withStore = async <Result>(read: (store: Store) => Promise<Result>) => {
    const store = await openStore({ url: databaseUrl ?? `sqlite:${folder}/byname.db` })
    return read(store).finally(store.close)
  }
  return {
    devnet,
    base,
    namesRpc,
    baseRpc,
    payTo,
    relayer,
    control,
    createPayer: async (balance = 10n * priceBaseUnits) => {
      const account = privateKeyToAccount(generatePrivateKey())
      if (balance > 0n) await base.mint(account.address, balance)
      return account
    },
    environment,
    startProcess: (settings, launch) => startServeProcess(environment(settings), [], launch),
    startInProcess: async (settings, overrides, configOverrides) => {
      const { config, secrets } = readConfig(environment(settings))
      const context = await createContext(overrideConfig(config, configOverrides), secrets, overrides)
      const service = await startService(context)
      services.push(service)
      return service
    },
    listPayments: () => withStore((store) => selectPayments(store.db, { limit: 10_000 })),
    listEvents: () => withStore(readEventLog),
    payeeBalance: () => base.balanceOf(payTo),
    relayerTransactionCount: () => control.getTransactionCount({ address: relayer.address }),
    // Each server checks its RPC and the time of its newest block in the background, at any time.
    nameReadCount: () =>
      namesRpc.methods.filter((method) => !['eth_chainId', 'eth_getBlockByNumber'].includes(method)).length,
    stop: async () => {
      for (const service of services) await service.stop()
      await Promise.all([namesRpc.close(), baseRpc.close()])
      await Promise.all([devnet.stop(), base.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

function accountAt({ accounts }: Base, index: number) {
  const account = accounts[index]
  if (account) return account
  throw new Error(`The local chain has no account ${index}.`)
}

const abi = parseAbi(['function setAddr(bytes32 node, address account)'])

async function setAddressToOwner(devnet: Devnet, name: string): Promise<void> {
  const [owner] = devnet.accounts
  if (!owner) throw new Error('The local chain has no accounts.')
  const resolver = devnet.addresses(1).publicResolver
  await devnet.pointName(1, name, { owner: owner.address, resolver })
  const data = encodeFunctionData({ abi, functionName: 'setAddr', args: [namehash(name), owner.address] })
  await send(devnet.rpcUrl(1), owner.address, resolver, data)
}
