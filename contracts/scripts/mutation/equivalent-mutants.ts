/** Mutants that change nothing that an account, a gateway or a client can see, with the reason. */
export const equivalentMutants: readonly {
  readonly file: string
  /** The text of its line, without indentation. */
  readonly line: string
  readonly change: string
  readonly reason: string
}[] = []
