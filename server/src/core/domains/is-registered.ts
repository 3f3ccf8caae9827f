import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { getNameExpiries } from './expiry.ts'

/**
 * Whether `text`.eth, or `text` as a whole name, is registered, in its grace period or reserved. `undefined` when it is
 * no second-level `.eth` name or the chain cannot be read.
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
