import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Hex, keccak256 } from 'viem'

export interface Passkey {
  /** PKCS #8, in base64. */
  readonly privateKey: string
  readonly holder: Hex
}

export function newPasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = Buffer.concat([x, y].map((part) => Buffer.from(part, 'base64url')))
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    holder: `0x${keccak256(key).slice(-40)}`,
  }
}

/** Of Chromium, with a person always there. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  const add = ({ privateKey }: Passkey) =>
    session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        ...{ credentialId: randomBytes(16).toString('base64'), isResidentCredential: true },
        ...{ rpId: 'localhost', privateKey, signCount: 0, userHandle: randomBytes(8).toString('base64') },
      },
    })
  const replaceBy = async (passkey: Passkey) => {
    await session.send('WebAuthn.clearCredentials', { authenticatorId })
    await add(passkey)
  }
  return { add, replaceBy }
}
