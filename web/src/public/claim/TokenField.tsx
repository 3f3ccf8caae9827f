import { type Ref, useId } from 'react'

/** The id of a token of the visitor, where each is good for one name. Uncontrolled, as the label is. */
export function TokenField({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-2 block font-medium">
        Number of your token
      </label>
      <input
        ref={ref}
        id={id}
        name="tokenId"
        type="text"
        inputMode="numeric"
        pattern="0|[1-9][0-9]*"
        title="The id of the token in its contract: digits."
        required
        maxLength={78}
        autoComplete="off"
        className="border-edge focus:border-ink focus:ring-ink w-full rounded border px-4 py-3 outline-none focus:ring-1"
      />
    </div>
  )
}
