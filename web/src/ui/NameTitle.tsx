import { Fragment } from 'react'

/** A name set large: the label in full ink, the domain softer. It may break before a dot only. */
export function NameTitle({ name }: { readonly name: string }) {
  const [label = '', ...domain] = name.split('.')
  return (
    <bdi className="name-breaks">
      <span>{label}</span>
      {domain.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other key, and never move.
        <Fragment key={index}>
          <wbr />
          <span className="text-soft font-normal">.{part}</span>
        </Fragment>
      ))}
    </bdi>
  )
}
