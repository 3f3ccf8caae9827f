import { startFacilitator, type TestFacilitator } from './facilitator.ts'
import type { TestServer } from './http-server.ts'
import type { PaymentFixture } from './payment-fixture.ts'
import type { Settings } from './service.ts'

/** Starts the official facilitator, which sends the payments of a fixture from the account of its relayer. */
export function startFacilitatorFor(fixture: PaymentFixture): Promise<TestFacilitator> {
  const account = fixture.base.accounts.find(({ address }) => address === fixture.relayer.address)
  if (!account) throw new Error('The relayer is not an account of the local chain.')
  return startFacilitator({
    rpcUrl: fixture.base.rpcUrl,
    key: account.privateKey,
    confirmationTimeoutMs: 500,
  })
}

/** Makes a service settle through a facilitator; without an RPC, it knows only what the facilitator returns. */
export function facilitatorSettings({ url }: TestServer, rpcUrl = ''): Settings {
  return {
    PAYMENT_RELAYER_KEY: '',
    PAYMENT_FACILITATOR_URL: url,
    PAYMENT_RPC_URL: rpcUrl,
  }
}
