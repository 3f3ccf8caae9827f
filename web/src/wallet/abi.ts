/** An argument in the ABI, as hex without `0x`: in place, or at the end. */
type Argument = { readonly word: string } | { readonly tail: string }

export const uint = (value: number): Argument => ({ word: toWord(value) })

export const address = (value: string): Argument => ({ word: digitsOf(value).padStart(64, '0') })

export const bytes = (hex: string): Argument => ({
  tail: toWord(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0'),
})

export const string = (text: string): Argument => bytes(utf8Hex(text))

export const uints = (values: readonly number[]): Argument => ({
  tail: [values.length, ...values].map(toWord).join(''),
})

/** A tuple with a dynamic member. */
export const tuple = (members: readonly Argument[]): Argument => ({ tail: encodeArguments(members) })

/** Call data. */
export function encodeCall(selector: string, args: readonly Argument[]): string {
  return selector + encodeArguments(args)
}

function encodeArguments(args: readonly Argument[]): string {
  let heads = ''
  let tails = ''
  for (const arg of args)
    if ('word' in arg) heads += arg.word
    else {
      heads += toWord(args.length * 32 + tails.length / 2)
      tails += arg.tail
    }
  return heads + tails
}

export function toWord(value: number): string {
  return value.toString(16).padStart(64, '0')
}

export function utf8Hex(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In lower case, without `0x`. */
export function digitsOf(hex: string): string {
  return hex.toLowerCase().replace(/^0x/, '')
}
