const storageKey = 'wallet'

/** The lasting id of the wallet that was connected last in this browser; undefined without one. */
export function rememberedWallet(): string | undefined {
  return withStorage((storage) => storage.getItem(storageKey) ?? undefined)
}

export function rememberWallet(lastingId: string): void {
  withStorage((storage) => storage.setItem(storageKey, lastingId))
}

export function forgetWallet(): void {
  withStorage((storage) => storage.removeItem(storageKey))
}

/** Undefined where the browser allows no storage. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
