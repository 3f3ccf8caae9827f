import {
  BynameProvider,
  ClaimName,
  explainError,
  useBrowserWallets,
  useByname,
  useMyNames,
  useUpdateName,
} from '@byname/react'
import type { FormEvent } from 'react'

export function App() {
  const [wallet] = useBrowserWallets()
  return (
    <BynameProvider url={location.origin} wallet={wallet?.provider}>
      <main>
        <h1>Claim your name</h1>
        <ClaimName domain="demo.eth" />
        <MyNames />
      </main>
    </BynameProvider>
  )
}

function MyNames() {
  const { data: names = [] } = useMyNames()
  if (names.length === 0) return null
  return (
    <section>
      <h2>Your names</h2>
      <ul>
        {names.map(({ name, records }) => (
          <li key={name}>
            <strong>{name}</strong> {records.texts['description']}
            <DescriptionForm name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DescriptionForm({ name }: { readonly name: string }) {
  const { messages } = useByname()
  const { mutate, isPending, error } = useUpdateName(name)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const description = `${new FormData(event.currentTarget).get('description')}`
    mutate({ texts: { description } })
  }
  return (
    <form onSubmit={save}>
      <input name="description" aria-label={`Description of ${name}`} />
      <button type="submit">{isPending ? 'Sign in your wallet …' : 'Save'}</button>
      <p role="alert">{error && explainError(error, messages)}</p>
    </form>
  )
}
