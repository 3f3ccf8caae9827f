import { useEffect, useState } from 'react'

/** In the language and time zone of the visitor, once the script runs; in UTC before. */
export function Time({ iso }: { readonly iso: string }) {
  const [text, setText] = useState(`${iso.slice(0, 16).replace('T', ' ')} UTC`)
  useEffect(() => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })
    setText(format.format(new Date(iso)))
  }, [iso])
  return <time dateTime={iso}>{text}</time>
}
