import { useId, useState } from 'react'
import { Form } from '../../form/Form.tsx'

/** For operators. The key is not remembered by the page or the browser. */
export function KeyForm({ signIn }: { readonly signIn: (key: string) => Promise<void> }) {
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
