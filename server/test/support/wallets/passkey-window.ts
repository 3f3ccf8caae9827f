import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { Hex } from 'viem'
import { type Passkey, passkeyAccount } from './passkey-account.ts'
import { windowPage } from './passkey-window-page.ts'

interface WindowCall {
  readonly kind: 'ready' | 'account' | 'sign'
  readonly credential?: Pick<Passkey, 'id' | 'publicKey'>
  readonly chainId: number
  readonly data?: Hex
}

/**
 * For `visit`: a page at the origin of Base Account that speaks the protocol of its library, with an authenticator as that of a device whose
 * owner confirms: its passkeys are there again in the next window.
 */
export function withPasskeys(rpcUrlOf: (chainId: number) => string) {
  const device = createDevice()
  const prepare = async (context: BrowserContext) => {
    await context.route('https://keys.coinbase.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: windowPage }),
    )
    await context.exposeBinding('passkeys', async ({ page }, { kind, credential, ...call }: WindowCall) => {
      if (kind === 'ready') return device.connect(page)
      if (!credential) throw new Error('The window has no passkey.')
      const passkey = { ...credential, assert: assertIn(page, credential.id) }
      const account = await passkeyAccount(rpcUrlOf(call.chainId), call.chainId, passkey)
      return kind === 'account'
        ? account.address
        : account.signMessage({ message: { raw: call.data ?? '0x' } })
    })
  }
  return { prepare, countPasskeys: device.countPasskeys }
}

function createDevice() {
  const restores: ((session: CDPSession, authenticatorId: string) => Promise<unknown>)[] = []
  const connect = async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    for (const restore of restores) await restore(session, authenticatorId)
    session.on('WebAuthn.credentialAdded', ({ credential }) =>
      restores.push((next, of) => next.send('WebAuthn.addCredential', { authenticatorId: of, credential })),
    )
  }
  return { connect, countPasskeys: () => restores.length }
}

/** A signature by the authenticator, which the page asks for. */
function assertIn(page: Page, id: string): Passkey['assert'] {
  return async (challenge) => {
    const input = JSON.stringify({ id, challenge: [...challenge] })
    const parts = await page.evaluate<number[][]>(`(${getAssertion})(${input})`)
    const [authenticatorData, clientDataJson, signature] = parts.map((part) => Uint8Array.from(part))
    if (!authenticatorData || !clientDataJson || !signature) throw new Error('The passkey has not signed.')
    return { authenticatorData, clientDataJson, signature }
  }
}

const getAssertion = `async ({ id, challenge }) => {
  const base64 = id.replaceAll('-', '+').replaceAll('_', '/')
  const { response } = await navigator.credentials.get({
    publicKey: {
      challenge: Uint8Array.from(challenge),
      allowCredentials: [{ type: 'public-key', id: Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)) }],
      userVerification: 'required',
    },
  })
  const { authenticatorData, clientDataJSON, signature } = response
  return [authenticatorData, clientDataJSON, signature].map((part) => [...new Uint8Array(part)])
}`
