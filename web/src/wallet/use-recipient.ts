import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../api/client.ts'
import { explainError } from './wallet-error.ts'

/** Whom an address or an ENS name that is typed stands for. */
export interface Recipient {
  /** Absent: not known yet, or not at all. */
  readonly address?: string
  /** Why there is no address, or which one a name leads to; absent for an address. */
  readonly note?: string
  readonly isProblem: boolean
}

const typingPauseMs = 400

/** An address at once; an ENS name is resolved when typing pauses. */
export function useRecipient(text: string, chainId: number): Recipient {
  const typed = text.trim()
  const [resolved, setResolved] = useState<{ readonly name: string; readonly recipient: Recipient }>()
  const isName = typed.includes('.') && !typed.endsWith('.')
  useEffect(() => {
    if (!isName) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const recipient = await resolve(typed, chainId)
      if (isCurrent) setResolved({ name: typed, recipient })
    }, typingPauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isName, typed, chainId])
  if (typed === '') return { note: 'Enter an address or an ENS name.', isProblem: false }
  if (/^0x[0-9a-fA-F]{40}$/.test(typed)) return { address: typed, isProblem: false }
  if (resolved?.name === typed) return resolved.recipient
  if (isName) return { note: `Looking up ${typed}…`, isProblem: false }
  return {
    note: 'That is neither an address (0x and 40 digits) nor an ENS name such as alice.eth.',
    isProblem: true,
  }
}

async function resolve(name: string, chainId: number): Promise<Recipient> {
  try {
    const address = await readAddress(name, chainId)
    return address === undefined
      ? { note: `${name} has no Ethereum address.`, isProblem: true }
      : { address, note: `${name} is ${address} now.`, isProblem: false }
  } catch (error) {
    return {
      note:
        error instanceof ApiError && error.status === 402
          ? `This service looks up names of others for payment only: enter the address of ${name}.`
          : `${name} was not looked up. ${explainError(error)}`,
      isProblem: true,
    }
  }
}

const ethCoinType = 60

/** Names that were issued here are resolved without payment, all others as the service offers it. */
async function readAddress(name: string, chainId: number): Promise<string | undefined> {
  const records = await readOwn(name, chainId).catch(async (error) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return readAny(name)
  })
  return records?.addresses.find(({ id }) => id === ethCoinType)?.value
}

async function readOwn(name: string, chainId: number) {
  const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
  return (await unwrap(api.GET('/byname/v1/names/{name}/resolution', { params }))).records
}

async function readAny(name: string) {
  const resolved = await unwrap(api.GET('/ens/v2/resolve', { params: { query: { ens: [name] } } }))
  return Array.isArray(resolved) ? resolved[0]?.records : resolved.records
}
