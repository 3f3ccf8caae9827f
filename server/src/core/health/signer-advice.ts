import type { SignerCheck } from './check-signers.ts'

/** What is wrong with a resolver, and what to do about it; undefined for one that is trusted, or could not be asked. */
export function signerAdvice({ resolver, signer, trust }: SignerCheck): string | undefined {
  const { address, chainId } = resolver
  switch (trust) {
    case 'untrusted':
      return (
        `The resolver ${address} on chain ${chainId} rejects our responses: ${signer} is not on its list of signers. ` +
        'Have its owner add that signer, or set the key of one that it has.'
      )
    case 'signer-not-configured':
      return (
        `The resolver ${address} on chain ${chainId} gets no responses: no signer is configured for that chain. ` +
        `Set SIGNER_KEY_${chainId}.`
      )
    case 'not-a-resolver':
      return (
        `At ${address} on chain ${chainId} is no resolver contract that tells its signers. ` +
        'Correct the entry, or the node.'
      )
    default:
      return undefined
  }
}
