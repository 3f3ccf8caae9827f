import { type Address, createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { type BaseOptions, startBase } from '../src/base.ts'
import { rpc } from '../src/rpc.ts'
import { account } from './support/clients.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { asRelayer, signTransfer, transfer } from './support/usd-coin.ts'

const payer: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const payee: Address = '0x0000000000000000000000000000000000001001'

async function start(options: BaseOptions = {}) {
  const chain = await startBase(options)
  onTestFinished(() => chain.stop())
  return chain
}

test('rule: a persistent Base continues where it was stopped, and mints first balances once', async () => {
  const options = { stateDir: await temporaryFolder(), balances: new Map([[payer, 10_000n]]) }
  const first = await start(options)
  expect(first.isRestored).toBe(false)
  expect(await first.balanceOf(payer)).toBe(10_000n)
  const signed = transfer({ from: payer, to: payee })
  const signature = await signTransfer(account(first, 0), signed)
  await asRelayer(first).transfer(signed, signature)
  await first.mint(payee, 1n)
  await first.stop()
  await first.stop()

  const second = await start(options)
  expect(second.isRestored).toBe(true)
  expect(await second.balanceOf(payer)).toBe(5_000n)
  expect(await second.balanceOf(payee)).toBe(5_001n)
  await expect(asRelayer(second).transfer(signed, signature)).rejects.toThrow('ERC3009UsedAuthorization')
})

test.each([{ kept: false }, { kept: true }])(
  'rule: mining of a chain can be controlled (%o)',
  async ({ kept }) => {
    const { rpcUrl } = await start(kept ? { stateDir: await temporaryFolder() } : {})
    const client = createPublicClient({ transport: http(rpcUrl) })
    const mined = () => client.getTransactionCount({ address: payer })
    const send = () => rpc(rpcUrl, 'eth_sendTransaction', [{ from: payer, to: payee, value: '0x1' }])
    await send()
    // The node responds once it has the transaction, and mines it afterwards.
    await expect.poll(mined).toBe(1)
    await rpc(rpcUrl, 'evm_setAutomine', [false])
    await send()
    await send()
    expect(await mined()).toBe(1)
    expect(await client.getTransactionCount({ address: payer, blockTag: 'pending' })).toBe(3)
    await rpc(rpcUrl, 'anvil_mine', ['0x1'])
    expect(await mined()).toBe(3)
    await send()
    await rpc(rpcUrl, 'evm_setIntervalMining', [1])
    await expect.poll(mined, { timeout: 5_000 }).toBe(4)
    await rpc(rpcUrl, 'evm_setAutomine', [true])
    await send()
    await expect.poll(mined).toBe(5)
  },
)

test('rule: a taken port is a clear error', async () => {
  const first = await start()
  const port = Number(new URL(first.rpcUrl).port)
  await expect(startBase({ port })).rejects.toThrow(`The local chain 8453 did not start on port ${port}`)
})
