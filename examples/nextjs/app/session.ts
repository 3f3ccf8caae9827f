'use server'

import { env } from 'node:process'
import { createClient, type Name } from '@byname/sdk'
import { getIronSession } from 'iron-session'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'

const { APP_URL = 'http://localhost:3001', BYNAME_URL = 'http://localhost:3000', SESSION_SECRET = '' } = env
const client = createClient({ url: BYNAME_URL })

/** In a cookie that only this server can read and write. */
async function openSession() {
  const cookieOptions = { secure: APP_URL.startsWith('https:') }
  const options = { cookieName: 'session', password: SESSION_SECRET, cookieOptions }
  return getIronSession<{ challenge?: string; name?: Name['name'] }>(await cookies(), options)
}

/** What the wallet has to sign: a message for this site, once. */
export async function startSignIn(address: string): Promise<string> {
  const session = await openSession()
  const { host: domain, origin } = new URL(APP_URL)
  const body = { domain, origin, address, chainId: 1 } as const
  const { challenge } = await client.request('POST', '/ens/v2/siwe/challenges', { body })
  session.challenge = challenge
  await session.save()
  return challenge
}

/** By the first name of the wallet. Returns what is wrong. */
export async function signIn(address: string, signature: string): Promise<string> {
  const session = await openSession()
  const { challenge: message = '' } = session
  delete session.challenge
  await session.save()
  const body = { address, signature, message }
  const { verified } = await client.request('POST', '/ens/v2/siwe/verify', { body })
  if (!verified) return 'The signature is not of this wallet, or too old.'
  const { data } = await client.names.ofAddress(address, { domains: ['demo.eth'] }).page()
  if (!data[0]) return `This wallet has no name. Claim one at ${BYNAME_URL}/claim/demo.eth.`
  session.name = data[0].name
  await session.save()
  redirect('/')
}

export async function signOut(): Promise<void> {
  const session = await openSession()
  session.destroy()
}

export async function nameOfSession(): Promise<string | undefined> {
  return (await openSession()).name
}
