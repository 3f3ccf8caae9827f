import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { getNameExpiries } from './expiry.ts'

/**
 * Whether `text`.eth, or `text` itself if it is a whole name, is taken on chain: registered, in its grace period or reserved.
 * `undefined` when it cannot be determined: it is no second-level name of `.eth`, the chain has no RPC configured, or it cannot
 * be read.
 */
export async function isNameRegistered(
  context: CoreContext,
  { chainId, text }: { chainId: number; text: string },
): Promise<boolean | undefined> {
  const normalized = normalizeSearchText(text)
  const name = normalized.includes('.') ? normalized : `${normalized}.eth`
  if (!/^[^.]+\.eth$/.test(name)) return undefined
  try {
    const [expiry] = await getNameExpiries(context, { chainId, names: [name] })
    return expiry !== undefined && expiry.status !== 'expired'
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) return undefined
    throw error
  }
}
