import { env } from 'node:process'
import { BynameError, createClient } from '@byname/sdk'
import { nameOfSession, signOut } from './session.ts'
import { Profile, SignIn } from './sign-in.tsx'

const { BYNAME_URL = 'http://localhost:3000' } = env

export default async function Page() {
  const name = await nameOfSession()
  if (name === undefined) return <SignIn />
  const profile = await readName(name)
  return (
    <form action={signOut}>
      <h1>Hello, {name}</h1>
      {profile && <Profile name={profile} serviceUrl={BYNAME_URL} />}
      <button type="submit">Sign out</button>
    </form>
  )
}

/** Undefined once it is not issued any more. */
async function readName(name: string) {
  try {
    return await createClient({ url: BYNAME_URL }).names.get(name)
  } catch (error) {
    if (error instanceof BynameError && error.name === 'SubnameNotFoundException') return undefined
    throw error
  }
}
