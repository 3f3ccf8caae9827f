import type { SignerCheck } from './check-signers.ts'

/** Undefined if trusted or unchecked. */
export function signerAdvice({ resolver, signer, trust }: SignerCheck): string | undefined {
  const { address, chainId } = resolver
  switch (trust) {
    case 'untrusted':
      return (
        `The resolver ${address} on chain ${chainId} rejects our responses: ${signer} is not on its list of signers. ` +
        'Have its owner add that signer, or configure the key of a listed one.'
      )
    case 'signer-not-configured':
      return (
        `The resolver ${address} on chain ${chainId} gets no responses: no signer is configured for that chain. ` +
        `Set SIGNER_KEY_${chainId}.`
      )
    case 'not-a-resolver':
      return (
        `There is no resolver contract that lists its signers at ${address} on chain ${chainId}. ` +
        'Correct the entry, or the RPC.'
      )
    default:
      return undefined
  }
}
