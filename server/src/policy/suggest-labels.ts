import { type EnsName, type Label, parseNewLabel, splitName } from '../ens/names.ts'

/** Bounds what a request for suggestions reads. */
const maxCandidates = 16

/**
 * Labels like one that is taken, best first, normalized (ENSIP-15), each with fewer than 64 characters; the same for every
 * request. Whether they are free, and allowed by a policy, is for the caller to check.
 */
export function suggestLabels(label: string, domain: EnsName): readonly Label[] {
  const { label: place } = splitName(domain)
  // Words in Latin letters would mix scripts, which ENSIP-15 refuses.
  const words = /^[a-z0-9-]+$/.test(label)
    ? [`${label}-${place}`, `its${label}`, `the${label}`, `${label}hq`, `hey${label}`]
    : []
  const digits = Array.from({ length: maxCandidates - words.length }, (_, index) => `${label}${index + 1}`)
  return [...words, ...digits].filter(isNormalized)
}

function isNormalized(label: string): label is Label {
  try {
    return parseNewLabel(label) === label
  } catch {
    return false
  }
}
