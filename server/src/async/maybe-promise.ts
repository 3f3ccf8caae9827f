/** A value that is there at once or later. `await` takes both. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once if it is there. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Makes a value, or what stands in for it when that fails. */
export function orElse<T>(make: () => MaybePromise<T>, instead: (failure: unknown) => T): MaybePromise<T> {
  try {
    const made = make()
    return made instanceof Promise ? made.catch(instead) : made
  } catch (failure) {
    return instead(failure)
  }
}
