import { useId, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { Form } from '../../form/Form.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { connect } from '../../wallet/connect.ts'
import { WalletDialog } from '../../wallet/WalletDialog.tsx'
import { instance } from '../instance.ts'
import { signInWithKey, signInWithWallet } from '../session.ts'

interface SignInActionsProps {
  /** Of the setup link, which makes the wallet the first operator; null: none. */
  readonly setupToken: string | null
  readonly onSignedIn: () => unknown
}

/** With the wallet, or with an admin key. */
export function SignInActions({ setupToken, onSignedIn }: SignInActionsProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { isBusy, problem, run } = useAction()
  const signIn = async (start: () => Promise<void>) => {
    await start()
    await onSignedIn()
  }
  return (
    <>
      <Button look="primary" isBusy={isBusy} onClick={() => setIsChoosing(true)}>
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
    </>
  )
}

/** For operators. The key is not remembered by the page or the browser. */
function KeyForm({ signIn }: { readonly signIn: (key: string) => Promise<void> }) {
  const id = useId()
  const [key, setKey] = useState('')
  return (
    <details className="text-sm">
      <summary className="discloses text-soft">Use an admin key instead</summary>
      <Form
        name="admin-key"
        work="losable"
        className="mt-3 grid gap-3"
        submit={() => signIn(key.trim())}
        failure="You are not signed in."
        action="Sign in"
        missing={key.trim() === '' && 'Enter the key.'}
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
          className="control mono"
        />
      </Form>
    </details>
  )
}
