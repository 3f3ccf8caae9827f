const states = ['all', 'claimed', 'reserved'] as const
const orders = ['newest', 'oldest', 'label'] as const

/** What the URL of the list says, so that it can be shared. Absent: all, newest first. */
export interface NameSearch {
  readonly search?: string | undefined
  readonly state?: (typeof states)[number] | undefined
  readonly order?: (typeof orders)[number] | undefined
  readonly has?: string | undefined
  readonly tag?: string | undefined
  /** The label of the open name. */
  readonly open?: string | undefined
  /** What is asked for from elsewhere: a new name. */
  readonly dialog?: 'new' | undefined
}

/** What is not known is undefined: the router keeps what is left out. */
export function parseNameSearch(search: Record<string, unknown>): NameSearch {
  const values = new Map(Object.entries(search))
  const textOf = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    search: textOf('search'),
    state: states.find((known) => known === values.get('state')),
    order: orders.find((known) => known === values.get('order')),
    has: textOf('has'),
    tag: textOf('tag'),
    open: textOf('open'),
    dialog: values.get('dialog') === 'new' ? 'new' : undefined,
  }
}
