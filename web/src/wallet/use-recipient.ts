import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../api/client.ts'
import { t } from '../text/messages.ts'
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
  if (typed === '') return { note: t('recipient.empty'), isProblem: false }
  if (/^0x[0-9a-fA-F]{40}$/.test(typed)) return { address: typed, isProblem: false }
  if (resolved?.name === typed) return resolved.recipient
  if (isName) return { note: t('recipient.looking', { name: typed }), isProblem: false }
  return {
    note: t('recipient.invalid'),
    isProblem: true,
  }
}

async function resolve(name: string, chainId: number): Promise<Recipient> {
  try {
    const address = await readAddress(name, chainId)
    return address === undefined
      ? { note: t('recipient.without-address', { name }), isProblem: true }
      : { address, note: t('recipient.found', { name, address }), isProblem: false }
  } catch (error) {
    return {
      note:
        error instanceof ApiError && error.status === 402
          ? t('recipient.for-payment', { name })
          : t('recipient.failed', { name, reason: explainError(error) }),
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
