declare const shape: unique symbol

/** JSON text of a `T`. Only `toJson` makes one, and only the store writes it, so reading it back may trust its shape. */
export type Json<T> = string & { readonly [shape]: T }

/** Writes a value as JSON. The cast is safe: it records the type of the value that was just written. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value) as Json<T>
}

/** Reads a value that `toJson` wrote. */
export function fromJson<T>(text: Json<T>): T {
  return JSON.parse(text)
}
