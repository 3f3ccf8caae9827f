import { env } from 'node:process'
import { nameOfSession, signOut } from './session.ts'
import { Profile, SignIn } from './sign-in.tsx'

const { BYNAME_URL = 'http://localhost:3000' } = env

export default async function Page() {
  const name = await nameOfSession()
  if (name === undefined) return <SignIn />
  return (
    <form action={signOut}>
      <h1>Hello, {name}</h1>
      <Profile name={name} serviceUrl={BYNAME_URL} />
      <button type="submit">Sign out</button>
    </form>
  )
}
