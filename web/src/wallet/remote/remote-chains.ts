/** For which a wallet outside of the browser is asked: those of names, and those on which a name can be made the primary one. */
export const remoteChainIds: readonly number[] = [1, 11155111, 10, 8453, 42161, 59144, 534352]
