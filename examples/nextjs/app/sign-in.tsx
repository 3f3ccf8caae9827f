'use client'

import { BynameProvider, NameCard, useBrowserWallets } from '@byname/react'
import type { NameWithEtag } from '@byname/sdk'
import { useActionState } from 'react'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { signIn, startSignIn } from './session.ts'

export function SignIn() {
  const [wallet] = useBrowserWallets()
  const [problem, submit, isBusy] = useActionState(async () => {
    if (!wallet) return 'Open this page in a browser with a wallet.'
    const client = createWalletClient({ transport: custom(wallet.provider as EIP1193Provider) })
    const [account] = await client.requestAddresses()
    const signature = await client
      .signMessage({ account, message: await startSignIn(account) })
      .catch(() => undefined)
    return signature ? signIn(account, signature) : 'You declined the signature.'
  }, '')
  return (
    <form action={submit}>
      <button type="submit">{isBusy ? 'Sign in your wallet …' : 'Sign in'}</button>
      <p role="alert">{problem}</p>
    </form>
  )
}

interface ProfileProps {
  /** As the server has read it, so that its HTML has the profile. */
  readonly name: NameWithEtag
  readonly serviceUrl: string
}

export function Profile({ name, serviceUrl }: ProfileProps) {
  return (
    <BynameProvider url={serviceUrl}>
      <NameCard name={name.name} initialData={name} />
    </BynameProvider>
  )
}
