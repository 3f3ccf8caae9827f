import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { Form } from '../../form/Form.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx'
import { connect } from '../../wallet/connect.ts'
import { WalletDialog } from '../../wallet/WalletDialog.tsx'
import { instance } from '../instance.ts'
import { readSetupToken, signInWithKey, signInWithWallet } from '../session.ts'

const route = getRouteApi('/console/sign-in')

export function SignInPage() {
  const { to } = route.useSearch()
  const navigate = useNavigate()
  const [setupToken] = useState(readSetupToken)
  const [isChoosing, setIsChoosing] = useState(false)
  const { isBusy, problem, run } = useAction()
  const signIn = async (start: () => Promise<void>) => {
    await start()
    await navigate({ href: to ?? '/console', replace: true })
  }
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4">
      <main className="grid flex-1 content-center gap-6 py-12">
        <div>
          <p className="text-soft text-sm font-semibold">Byname</p>
          <h1 className="text-3xl font-semibold tracking-tight">
            {setupToken ? 'Set up this instance' : 'Console'}
          </h1>
          <p className="text-soft mt-2">
            {setupToken
              ? 'The wallet that signs in now becomes the first operator of this instance.'
              : 'Sign in with the wallet that owns a domain, or that is a member of a workspace.'}
          </p>
        </div>
        <Button look="primary" disabled={isBusy} onClick={() => setIsChoosing(true)}>
          {isBusy ? 'Sign in your wallet…' : 'Sign in with your wallet'}
        </Button>
        <Failure title="You are not signed in." problem={problem} />
        {!setupToken && <KeyForm signIn={(key) => signIn(() => signInWithKey(key))} />}
        {isChoosing && (
          <WalletDialog
            isSandbox={instance.isSandbox}
            onClose={() => setIsChoosing(false)}
            onChoose={(wallet) => {
              setIsChoosing(false)
              void run(() => signIn(async () => signInWithWallet(await connect(wallet), setupToken)))
            }}
          />
        )}
      </main>
      <footer className="text-soft border-line flex flex-wrap justify-between gap-4 border-t py-6 text-sm">
        <a href="/" className="underline underline-offset-4">
          Names of this instance
        </a>
        <ThemeSwitch />
      </footer>
    </div>
  )
}

/** For operators. The key is not remembered by the page or the browser. */
function KeyForm({ signIn }: { readonly signIn: (key: string) => Promise<void> }) {
  const id = useId()
  const [key, setKey] = useState('')
  return (
    <details className="text-sm">
      <summary className="text-soft">Use an admin key instead</summary>
      <Form
        className="mt-3 grid gap-3"
        submit={() => signIn(key.trim())}
        failure="You are not signed in."
        action="Sign in"
        isReady={key.trim() !== ''}
        button={{ look: 'plain', className: 'w-full' }}
      >
        <label htmlFor={id} className="font-medium">
          Admin key
        </label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          className="border-edge bg-ground mono min-h-11 rounded border px-3"
        />
      </Form>
    </details>
  )
}
