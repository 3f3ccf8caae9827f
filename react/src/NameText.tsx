import { Fragment, type ReactElement } from 'react'

/**
 * A name: each label is isolated and all run from left to right, so that a label of right-to-left letters cannot trade places with
 * the domain. It may break before a dot only.
 */
export function NameText({ name }: { readonly name: string }): ReactElement {
  const [label = '', ...domain] = name.split('.')
  return (
    <bdi dir="ltr">
      <bdi>{label}</bdi>
      {domain.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other key, and never move.
        <Fragment key={index}>
          <wbr />.<bdi>{part}</bdi>
        </Fragment>
      ))}
    </bdi>
  )
}
