import { setImmediate as nextRound } from 'node:timers/promises'

/** Work of the same kind that arrives together, done as one. */
export interface Groups<Member, Outcome> {
  /** Only members with the same key are in a group. Rejects with the error of this member, or of its group. */
  add(key: string, member: Member): Promise<Outcome>
}

interface GroupsOptions<Member, Outcome> {
  /** The outcomes of the members, in their order. A rejection is that of each of them. */
  readonly run: (members: readonly Member[]) => Promise<readonly PromiseSettledResult<Outcome>[]>
  /** Runs a group when it is its turn, until when it takes members; absent: at once. */
  readonly inTurn?: <T>(first: Member, run: () => Promise<T>) => Promise<T>
  /** Of a group. */
  readonly maxMembers: number
}

interface Group<Member, Outcome> {
  readonly members: Member[]
  readonly settled: Promise<readonly PromiseSettledResult<Outcome>[]>
}

/** A group has at least what this round of the event loop brings: all requests that it reads from sockets. */
export function createGroups<Member, Outcome>({
  run,
  inTurn = (_first, run) => run(),
  maxMembers,
}: GroupsOptions<Member, Outcome>): Groups<Member, Outcome> {
  const open = new Map<string, Group<Member, Outcome>>()
  const close = (key: string, members: readonly Member[]) => {
    if (open.get(key)?.members === members) open.delete(key)
  }
  const openGroup = (key: string, first: Member) => {
    const members: Member[] = []
    const settled = inTurn(first, async () => {
      await nextRound()
      close(key, members)
      return run(members)
    }).finally(() => close(key, members))
    const group = { members, settled }
    open.set(key, group)
    return group
  }
  return {
    add: async (key, member) => {
      const { members, settled } = open.get(key) ?? openGroup(key, member)
      const index = members.push(member) - 1
      if (members.length >= maxMembers) close(key, members)
      const own = (await settled)[index]
      if (own?.status === 'fulfilled') return own.value
      throw own?.reason
    },
  }
}
