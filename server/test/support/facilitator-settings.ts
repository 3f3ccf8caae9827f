import { startFacilitator, type TestFacilitator } from './facilitator.ts'
import type { TestServer } from './http-server.ts'
import type { PaymentFixture } from './payment-fixture.ts'
import type { Settings } from './service.ts'

/** Starts the official facilitator, which sends the payments of a scene by the account that its own relayer would use. */
export function startFacilitatorFor(scene: PaymentFixture): Promise<TestFacilitator> {
  const account = scene.base.accounts.find(({ address }) => address === scene.relayer.address)
  if (!account) throw new Error('The relayer is none of the accounts of the local chain.')
  return startFacilitator({ rpcUrl: scene.base.rpcUrl, key: account.privateKey, confirmationTimeoutMs: 500 })
}

/** Has a service make its payments by a facilitator; without a node, it knows of them only what that says. */
export function facilitatorSettings({ url }: TestServer, rpcUrl = ''): Settings {
  return {
    PAYMENT_RELAYER_KEY: '',
    PAYMENT_FACILITATOR_URL: url,
    PAYMENT_RPC_URL: rpcUrl,
  }
}
