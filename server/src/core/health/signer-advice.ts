import type { SignerCheck } from './check-signers.ts'

/** Undefined if trusted or unchecked. */
export function signerAdvice(check: SignerCheck): string | undefined {
  const found = findProblem(check)
  return found && `${found.problem} ${found.fix}`
}

/** As `signerAdvice`, without what to do. */
export function signerProblem(check: SignerCheck): string | undefined {
  return findProblem(check)?.problem
}

function findProblem({ resolver: { address, chainId }, signer, trust }: SignerCheck) {
  switch (trust) {
    case 'untrusted':
      return {
        problem: `The resolver ${address} on chain ${chainId} rejects our responses: ${signer} is not on its list of signers.`,
        fix: 'Have its owner add that signer, or configure the key of a listed one.',
      }
    case 'signer-not-configured':
      return {
        problem: `The resolver ${address} on chain ${chainId} gets no responses: no signer is configured for that chain.`,
        fix: `Set SIGNER_KEY_${chainId}.`,
      }
    case 'not-a-resolver':
      return {
        problem: `There is no resolver contract that lists its signers at ${address} on chain ${chainId}.`,
        fix: 'Correct the entry, or the RPC.',
      }
    default:
      return undefined
  }
}
