import { type EnsName, type Label, readTypedLabel, splitName } from '../ens/names.ts'
import { type LabelShape, repairLabel } from './repair-label.ts'

/** Bounds what a request for suggestions reads. */
const maxCandidates = 16

/** Ways to write a label of which variants are tried. */
const maxStems = 4

interface Suggestion {
  readonly domain: EnsName
  readonly shape: LabelShape
  /** By the rules that need nothing but the label. */
  readonly isAllowed: (label: Label) => boolean
}

/**
 * Labels like one that is not to be had, best first, normalized (ENSIP-15), each with fewer than 64 characters and allowed;
 * the same for every request. `text` is as it was typed, and perhaps no label. Whether they are free is for the caller to check.
 */
export function suggestLabels(text: string, { domain, shape, isAllowed }: Suggestion): readonly Label[] {
  const typed = readTypedLabel(text)
  const itself = 'label' in typed ? typed.label : undefined
  const { label: place } = splitName(domain)
  const found = new Set<Label>()
  const stems = itself !== undefined && isAllowed(itself) ? [itself] : repairLabel(text, shape)
  const candidates = [...stems, ...stems.slice(0, maxStems).flatMap((stem) => variantsOf(stem, place))]
  for (const candidate of candidates) {
    if (found.size === maxCandidates) break
    if (candidate !== itself && isNormalized(candidate) && isAllowed(candidate)) found.add(candidate)
  }
  return [...found]
}

function variantsOf(label: string, place: string): readonly string[] {
  // Words in Latin letters would mix scripts, which ENSIP-15 refuses.
  const words = /^[a-z0-9-]+$/.test(label)
    ? [`${label}-${place}`, `its${label}`, `the${label}`, `${label}hq`, `hey${label}`]
    : []
  const digits = Array.from({ length: maxCandidates - words.length }, (_, index) => `${label}${index + 1}`)
  return [...words, ...digits]
}

function isNormalized(label: string): label is Label {
  const typed = readTypedLabel(label)
  return 'label' in typed && typed.label === label
}
