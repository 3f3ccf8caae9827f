import type { Address, Hex } from 'viem'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

export interface SealFacts {
  readonly domain: string
  readonly contract: Address
  /** Names in the storage of the contract; at most `maxCounted`. */
  readonly inStorage: number
  /** In the order of the contract; `names` is undefined for one that is not stored here. */
  readonly trees: readonly { readonly root: Hex; readonly names: number | undefined }[]
  readonly sets: SetCounts
}

/** Of the sets of a domain that were looked at. */
interface SetCounts {
  readonly total: number
  readonly ended: number
  /** Within `nearDays`. */
  readonly ending: number
  /** The first few of these, by name. */
  readonly names: readonly string[]
}

export const maxCounted = 100_000
export const nearDays = 14

/** A set that the contract would not answer from. */
export interface RefusedSet {
  readonly name: string
  readonly problem: string
}

export const noSeals = 'No name is sealed in the contract of the domain.'

export function areSealed({ inStorage, trees }: Pick<SealFacts, 'inStorage' | 'trees'>): boolean {
  return inStorage > 0 || trees.length > 0
}

/** Whether each tree of the contract is stored here, so that names can be proven. Pure. */
export function judgeTrees({ domain, contract, trees }: SealFacts): Finding<DiagnosisStep> {
  const missing = trees.filter(({ names }) => names === undefined).map(({ root }) => root)
  const observation = {
    step: 'seal-trees',
    asked: `the trees of seals of ${contract}`,
    received: `${trees.length} ${trees.length === 1 ? 'tree' : 'trees'} on chain, ${missing.length} not stored here`,
  } as const
  if (missing.length === 0) return ok(observation)
  return failed(observation, {
    problem: `The tree ${missing.join(', ')} is not stored here: until it is, no name of the domain can be proven, and those that are not sealed in storage do not resolve.`,
    fix: 'Ask the operator of this service to store the tree from the file of its names and holders.',
    operatorFix:
      'Store it from the file of its names and holders: byname resolvers add-seal-tree <resolver id> <file>.',
    verdict: `Names of ${domain} do not resolve because a tree of seals is not stored here.`,
  })
}

/** How many names are sealed, and whose sets have ended or end soon. Pure. */
export function judgeSets({ domain, inStorage, trees, sets }: SealFacts): Finding<DiagnosisStep> {
  const inTrees = trees.reduce((sum, { names = 0 }) => sum + names, 0)
  const bound = sets.total >= maxCounted ? `of the first ${maxCounted} ` : ''
  const observation = {
    step: 'seal-sets',
    asked: `the seals of ${domain}, and what its holders have signed`,
    received:
      `${inStorage} ${inStorage === 1 ? 'name' : 'names'} in storage, ${inTrees} in trees; ${bound}${sets.total} signed ` +
      `${sets.total === 1 ? 'set' : 'sets'}, ${sets.ended} ended, ${sets.ending} within ${nearDays} days`,
  } as const
  const { ended, ending, names } = sets
  if (ended + ending === 0) return ok(observation)
  const counted = (count: number) => `${count} ${count === 1 ? 'set' : 'sets'}`
  return warning(observation, {
    problem:
      `${ended > 0 ? `${counted(ended)} of records ${ended === 1 ? 'has' : 'have'} ended, so that the names do not resolve. ` : ''}` +
      `${ending > 0 ? `${counted(ending)} ${ending === 1 ? 'ends' : 'end'} within ${nearDays} days. ` : ''}The first: ${names.join(', ')}.`,
    fix: 'Let each holder sign again, with a later time and a greater number.',
    verdict:
      ended > 0
        ? `${domain} resolves, but sealed names of it do not, since what their holders have signed has ended.`
        : `${domain} resolves, but what holders of sealed names have signed ends soon.`,
  })
}

/** Whether the contract accepts a sample of the sets now. Pure. */
export function judgeAnswers(
  { domain, contract }: Pick<SealFacts, 'domain' | 'contract'>,
  { tried, refused }: { readonly tried: number; readonly refused: readonly RefusedSet[] },
): Finding<DiagnosisStep> {
  if (tried === 0) return skipped('seal-answers', 'No holder has signed records that count now.')
  const observation = {
    step: 'seal-answers',
    asked: `${contract}, for a sample of ${tried} signed ${tried === 1 ? 'set' : 'sets'} of ${domain}`,
    received: `${tried - refused.length} accepted, ${refused.length} refused`,
  } as const
  const [first] = refused
  if (!first) return ok(observation)
  return (refused.length === tried ? failed : warning)(observation, {
    problem: `The contract refuses the records of ${refused.map(({ name }) => name).join(', ')}: ${first.problem}`,
    fix: 'Let the present holder of each sign again; a set of a former holder, or of another contract, counts no more.',
    verdict: `Sealed names of ${domain} do not resolve, since its contract refuses what is stored for them.`,
  })
}
